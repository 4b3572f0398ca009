import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.tools.*;

/** Declarations of Java files by kind, as javac's parser sees them: paths on stdin, a line of JSON for each on stdout. */
class Count {
  public static void main(String[] args) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines().toList();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      for (var path : lines) {
        var faults = new DiagnosticCollector<JavaFileObject>();
        var options = List.of("-proc:none");
        var task = (JavacTask) compiler.getTask(null, files, faults, options, null, files.getJavaFileObjects(path));
        var counter = new Counter();
        for (var unit : task.parse()) counter.scan(unit, null);
        var isBroken = faults.getDiagnostics().stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR);
        System.out.println(isBroken ? line(path, "\"fault\":\"an error in the syntax\"") : line(path, counter.json()));
      }
    }
  }

  static String line(String path, String rest) {
    return "{\"path\":\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"," + rest + "}";
  }

  static class Counter extends TreePathScanner<Void, Void> {
    final Map<String, Integer> counts = new TreeMap<>();

    void add(String kind) {
      counts.merge(kind, 1, Integer::sum);
    }

    String json() {
      var all = new StringJoiner(",", "\"counts\":{", "}");
      counts.forEach((kind, count) -> all.add("\"" + kind + "\":" + count));
      return all.toString();
    }

    @Override
    public Void visitClass(ClassTree node, Void none) {
      if (!node.getSimpleName().isEmpty()) {
        add(switch (node.getKind()) {
          case INTERFACE -> "interface";
          case ENUM -> "enum";
          case RECORD -> "record";
          case ANNOTATION_TYPE -> "annotation";
          default -> "class";
        });
      }
      return super.visitClass(node, none);
    }

    @Override
    public Void visitMethod(MethodTree node, Void none) {
      add(node.getName().contentEquals("<init>") ? "constructor" : "method");
      return super.visitMethod(node, none);
    }

    @Override
    public Void visitVariable(VariableTree node, Void none) {
      var above = getCurrentPath().getParentPath().getLeaf();
      var isParameter = above instanceof MethodTree || above instanceof LambdaExpressionTree;
      var isNamed = !node.getName().isEmpty() && !node.getName().contentEquals("_");
      if (isNamed && !isParameter) {
        // The parser marks constants of an enum by a comment that it prints before them.
        var isConstant = above instanceof ClassTree type && type.getKind() == Tree.Kind.ENUM && node.toString().startsWith("/*public static final*/");
        add(isConstant ? "constant" : above instanceof ClassTree ? "field" : "variable");
      }
      return super.visitVariable(node, none);
    }
  }
}
