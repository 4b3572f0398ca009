import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

/** What javac says of files: a folder as argument, paths on stdin, a line of JSON for each on stdout. */
class Refer {
  static Path root;
  static Trees trees;
  static final Map<String, List<String>> packages = new HashMap<>();

  public static void main(String[] args) throws IOException {
    root = Path.of(args[0]).toRealPath();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines().toList();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var faults = new DiagnosticCollector<JavaFileObject>();
      var options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "100000");
      var sources = files.getJavaFileObjects(lines.stream().filter(one -> !one.endsWith("module-info.java")).toArray(String[]::new));
      var task = (JavacTask) compiler.getTask(new StringWriter(), files, faults, options, null, sources);
      trees = Trees.instance(task);
      var units = new ArrayList<CompilationUnitTree>();
      task.parse().forEach(units::add);
      for (var unit : units) {
        var name = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        packages.computeIfAbsent(name, none -> new ArrayList<>()).add(below(unit));
      }
      task.analyze();
      for (var unit : units) {
        var reader = new Reader(unit);
        reader.scan(unit, null);
        System.out.println("{\"path\":" + quoted(below(unit)) + ",\"declared\":" + reader.declared + ",\"imports\":" + reader.imports + ",\"calls\":" + reader.calls + "}");
      }
    }
  }

  static String below(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
  }

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  /** The file that an element is declared in: "" where it is no file of these, null where javac doesn't know. */
  static String fileOf(Element element) {
    for (var at = element; at != null; at = at.getEnclosingElement()) {
      if (at.asType() != null && at.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return null;
      var path = at.getKind().isClass() || at.getKind().isInterface() ? trees.getPath(at) : null;
      if (path != null) return below(path.getCompilationUnit());
      if (at.getKind() == ElementKind.PACKAGE) return "";
    }
    return null;
  }

  static class Reader extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final StringJoiner declared = new StringJoiner(",", "[", "]"), imports = new StringJoiner(",", "[", "]"), calls = new StringJoiner(",", "[", "]");

    Reader(CompilationUnitTree unit) {
      this.unit = unit;
    }

    long lineOf(Tree node) {
      return unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, node));
    }

    long lineAtEnd(Tree node) {
      return unit.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(unit, node) - 1);
    }

    @Override
    public Void visitImport(ImportTree node, Void none) {
      var name = (MemberSelectTree) node.getQualifiedIdentifier();
      var isAll = name.getIdentifier().contentEquals("*");
      var asked = node.isStatic() || isAll ? name.getExpression() : name;
      var element = trees.getElement(new TreePath(new TreePath(getCurrentPath(), name), asked));
      var targets = isAll && !node.isStatic() ? packages.getOrDefault(name.getExpression().toString(), List.of("")) : Collections.singletonList(element == null ? "" : Objects.requireNonNullElse(fileOf(element), ""));
      for (var target : targets) imports.add("[" + lineOf(node) + "," + quoted(target) + "]");
      return null;
    }

    @Override
    public Void visitClass(ClassTree node, Void none) {
      if (!node.getSimpleName().isEmpty()) {
        var kind = switch (node.getKind()) {
          case INTERFACE -> "interface";
          case ENUM -> "enum";
          case RECORD -> "record";
          case ANNOTATION_TYPE -> "annotation";
          default -> "class";
        };
        declare(kind, node.getSimpleName(), node);
      }
      return super.visitClass(node, none);
    }

    void declare(String kind, Name name, Tree node) {
      declared.add("[" + quoted(kind) + "," + quoted(name.toString()) + "," + lineOf(node) + "]");
    }

    @Override
    public Void visitMethod(MethodTree node, Void none) {
      var isMade = trees.getSourcePositions().getEndPosition(unit, node) < 0 || node.getName().contentEquals("<init>") && lineOf(node) == lineOf(getCurrentPath().getParentPath().getLeaf()) && node.getBody() != null && node.getParameters().isEmpty() && trees.getSourcePositions().getStartPosition(unit, node) == trees.getSourcePositions().getStartPosition(unit, getCurrentPath().getParentPath().getLeaf());
      if (isMade) return null;
      var type = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      if (node.getName().contentEquals("<init>")) declare("constructor", type.getSimpleName(), node);
      else declare("method", node.getName(), node);
      return super.visitMethod(node, none);
    }

    /** A function that a variable is declared with goes by its name. */
    @Override
    public Void visitLambdaExpression(LambdaExpressionTree node, Void none) {
      if (getCurrentPath().getParentPath().getLeaf() instanceof VariableTree variable) declare("function", variable.getName(), node);
      return super.visitLambdaExpression(node, none);
    }

    void call(Tree named, String name, Tree at) {
      var element = trees.getElement(new TreePath(getCurrentPath(), at));
      var target = element == null ? null : fileOf(element);
      var all = new TreeSet<String>();
      if (target != null) all.add(target);
      // A method that a type inherits is of that type as well.
      if (named instanceof MemberSelectTree member) {
        var base = trees.getElement(new TreePath(new TreePath(getCurrentPath(), named), member.getExpression()));
        if (base != null && (base.getKind().isClass() || base.getKind().isInterface())) {
          var via = fileOf(base);
          if (via != null) all.add(via);
        }
      }
      var told = new StringJoiner(",", "[", "]");
      all.forEach(one -> told.add(quoted(one)));
      // Constants of an enum are made without a call that is written.
      if (trees.getSourcePositions().getEndPosition(unit, named) < 0) return;
      calls.add("[" + lineAtEnd(named) + "," + quoted(name) + "," + (all.isEmpty() ? "\"?\"" : told) + "]");
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void none) {
      var callee = node.getMethodSelect();
      var name = callee instanceof MemberSelectTree member ? member.getIdentifier() : ((IdentifierTree) callee).getName();
      if (!name.contentEquals("super") && !name.contentEquals("this")) call(callee, name.toString(), callee);
      return super.visitMethodInvocation(node, none);
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void none) {
      Tree named = node.getIdentifier();
      while (named instanceof ParameterizedTypeTree typed) named = typed.getType();
      while (named instanceof AnnotatedTypeTree noted) named = noted.getUnderlyingType();
      var name = named instanceof MemberSelectTree member ? member.getIdentifier() : named instanceof IdentifierTree plain ? plain.getName() : null;
      if (name != null) call(named, name.toString(), named);
      return super.visitNewClass(node, none);
    }
  }
}
