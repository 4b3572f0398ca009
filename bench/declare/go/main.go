// Declarations of Go files by kind, as go/ast sees them: paths on stdin, a line of JSON for each on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

type answer struct {
	Path   string         `json:"path"`
	Counts map[string]int `json:"counts"`
	Fault  string         `json:"fault,omitempty"`
}

func count(path string) answer {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return answer{Path: path, Fault: err.Error()}
	}
	counts := map[string]int{}
	add := func(kind string, names ...*ast.Ident) {
		for _, name := range names {
			if name.Name != "_" {
				counts[kind]++
			}
		}
	}
	// A name on the left of := is new where the parser has made an object for it there.
	fresh := func(define token.Token, names ...ast.Expr) {
		for _, one := range names {
			if name, ok := one.(*ast.Ident); ok && define == token.DEFINE && name.Obj != nil && name.Obj.Pos() == name.Pos() {
				add("variable", name)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv != nil {
				add("method", node.Name)
			} else {
				add("function", node.Name)
			}
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				if values, ok := spec.(*ast.ValueSpec); ok {
					add(map[token.Token]string{token.CONST: "constant", token.VAR: "variable"}[node.Tok], values.Names...)
				}
			}
		case *ast.TypeSpec:
			add("type", node.Name)
			if !node.Assign.IsValid() {
				switch node.Type.(type) {
				case *ast.StructType:
					add("struct", node.Name)
				case *ast.InterfaceType:
					add("interface", node.Name)
				}
			}
		case *ast.StructType:
			for _, field := range node.Fields.List {
				add("field", field.Names...)
				if len(field.Names) == 0 {
					counts["field"]++
				}
			}
		case *ast.InterfaceType:
			for _, field := range node.Methods.List {
				if _, ok := field.Type.(*ast.FuncType); ok {
					add("method", field.Names...)
				}
			}
		case *ast.AssignStmt:
			fresh(node.Tok, node.Lhs...)
		case *ast.RangeStmt:
			fresh(node.Tok, node.Key, node.Value)
		}
		return true
	})
	return answer{Path: path, Counts: counts}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		_ = out.Encode(count(lines.Text()))
	}
}
