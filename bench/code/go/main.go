// What go/parser and go/types say of the files of a module: its folder as argument, paths on stdin, a line of JSON for each on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

type reference struct {
	Path     string `json:"path"`
	Fault    string `json:"fault,omitempty"`
	Declared [][]any `json:"declared"`
	Imports  [][]any `json:"imports"`
	Calls    [][]any `json:"calls"`
}

type listed struct {
	ImportPath, Dir                                                string
	GoFiles, CgoFiles, IgnoredGoFiles                              []string
}

// A package whose contents nobody asks for: only which one a name means.
type blind struct{ known types.Importer }

func (b blind) Import(path string) (*types.Package, error) {
	parts := strings.Split(path, "/")
	name := parts[len(parts)-1]
	if len(parts) > 1 && len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = parts[len(parts)-2]
	}
	made := types.NewPackage(path, strings.TrimPrefix(name, "go-"))
	made.MarkComplete()
	return made, nil
}

var root string
var packages = map[string][]string{}

func below(path string) string {
	name, err := filepath.Rel(root, path)
	if err != nil || strings.HasPrefix(name, "..") {
		return ""
	}
	return name
}

// The files of each package below the folder, as the command go lists them.
func list() {
	command := exec.Command("go", "list", "-e", "-json", "./...")
	command.Dir = root
	out, _ := command.Output()
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var one listed
		if decoder.Decode(&one) != nil {
			return
		}
		for _, names := range [][]string{one.GoFiles, one.CgoFiles, one.IgnoredGoFiles} {
			for _, name := range names {
				if !strings.HasSuffix(name, "_test.go") {
					packages[one.ImportPath] = append(packages[one.ImportPath], below(filepath.Join(one.Dir, name)))
				}
			}
		}
	}
}

func main() {
	root, _ = filepath.EvalSymlinks(os.Args[1])
	list()
	set := token.NewFileSet()
	byPackage := map[string][]*ast.File{}
	files := map[string]*ast.File{}
	order := []string{}
	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		path := lines.Text()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			_ = out.Encode(reference{Path: below(path), Fault: err.Error()})
			continue
		}
		key := filepath.Dir(path) + " " + file.Name.Name
		byPackage[key] = append(byPackage[key], file)
		files[path] = file
		order = append(order, path)
	}
	uses := map[*ast.Ident]types.Object{}
	for key, all := range byPackage {
		config := types.Config{Importer: blind{importer.Default()}, Error: func(error) {}, FakeImportC: true, DisableUnusedImportCheck: true}
		_, _ = config.Check(key, set, all, &types.Info{Uses: uses})
	}
	for _, path := range order {
		_ = out.Encode(read(set, path, files[path], uses))
	}
}

func read(set *token.FileSet, path string, file *ast.File, uses map[*ast.Ident]types.Object) reference {
	found := reference{Path: below(path), Declared: [][]any{}, Imports: [][]any{}, Calls: [][]any{}}
	line := func(node ast.Node) int { return set.PositionFor(node.Pos(), false).Line }
	declare := func(kind string, name *ast.Ident, at ast.Node) {
		found.Declared = append(found.Declared, []any{kind, name.Name, line(at)})
	}
	for _, one := range file.Imports {
		module := strings.Trim(one.Path.Value, "\"`")
		targets := packages[module]
		if len(targets) == 0 {
			targets = []string{""}
		}
		for _, target := range targets {
			found.Imports = append(found.Imports, []any{line(one), target})
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv != nil {
				declare("method", node.Name, node)
			} else {
				declare("function", node.Name, node)
			}
		case *ast.TypeSpec:
			kind := "type"
			if !node.Assign.IsValid() {
				switch node.Type.(type) {
				case *ast.StructType:
					kind = "struct"
				case *ast.InterfaceType:
					kind = "interface"
				}
			}
			declare(kind, node.Name, node)
		case *ast.CallExpr:
			call(set, &found, node.Fun, uses)
		}
		return true
	})
	return found
}

func call(set *token.FileSet, found *reference, callee ast.Expr, uses map[*ast.Ident]types.Object) {
	// What is indexed is a function with its types, or a list of functions.
	var indexed ast.Expr
	switch inner := callee.(type) {
	case *ast.IndexExpr:
		indexed = inner.X
	case *ast.IndexListExpr:
		indexed = inner.X
	}
	if name, ok := indexed.(*ast.Ident); ok {
		_, isFunction := uses[name].(*types.Func)
		_, isType := uses[name].(*types.TypeName)
		if isFunction || isType {
			callee = indexed
		}
	}
	add := func(name *ast.Ident, target any) {
		found.Calls = append(found.Calls, []any{set.PositionFor(name.Pos(), false).Line, name.Name, target})
	}
	switch callee := callee.(type) {
	case *ast.Ident:
		object := uses[callee]
		_, isFunction := object.(*types.Func)
		_, isType := object.(*types.TypeName)
		if object != nil && (isFunction || isType) && object.Pos().IsValid() {
			add(callee, below(set.PositionFor(object.Pos(), false).Filename))
		} else {
			add(callee, nil)
		}
	case *ast.SelectorExpr:
		if base, ok := callee.X.(*ast.Ident); ok {
			if name, ok := uses[base].(*types.PkgName); ok {
				targets := packages[name.Imported().Path()]
				if len(targets) == 0 {
					targets = []string{""}
				}
				add(callee.Sel, targets)
				return
			}
		}
		add(callee.Sel, nil)
	}
}
