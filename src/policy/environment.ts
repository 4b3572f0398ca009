import { type Finding, finding, type Scene } from "./scene.ts";
import { HOLE } from "./word.ts";

/** Variables whose value is a command that a program runs. */
const programs =
  /^(?:\w*PAGER|\w*EDITOR|VISUAL|BROWSER|GIT_(?:SSH_COMMAND|SSH|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND)|SSH_ASKPASS|RUSTC_WRAPPER|TAR_OPTIONS)$/;
/** Variables by which programs find code that they load; harmless beside the code of the folder itself. */
const libraries =
  /^(?:PYTHONPATH|NODE_PATH|GOPATH|GOROOT|CLASSPATH|RUBYLIB|PERL5LIB|MAKEFLAGS|CFLAGS|CXXFLAGS|LDFLAGS|RUSTFLAGS|CC|CXX|LD)$/;
/** Variables that make programs run or load something else than what the line says. */
const dangerous =
  /^(?:LD_\w+|DYLD_\w+|PATH|ENV|BASH_ENV|BASH_FUNC\w*|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|SHELL|CDPATH|GLOBIGNORE|PYTHON(?:STARTUP|HOME|INSPECT|USERBASE|BREAKPOINT)|PERL5(?:OPT|DB)|RUBYOPT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|LESS(?:OPEN|CLOSE|KEY)?|GCONV_PATH|HOSTALIASES|LOCPATH|GIT_\w+|npm_config_\w+|NPM_CONFIG_\w+|GREP_OPTIONS|HOME|XDG_CONFIG_\w+|OPENSSL_\w+|SSL_\w+|INPUTRC|FPATH|ZDOTDIR|AWKPATH|AWKLIBPATH|MANPATH|DOCKER_HOST|KUBECONFIG)$/;
const harmless =
  /^GIT_(?:AUTHOR_\w+|COMMITTER_\w+|TERMINAL_PROMPT|OPTIONAL_LOCKS|DIR|WORK_TREE|PAGER_IN_USE|ADVICE|MERGE_AUTOEDIT)$/;

/** Variables that lead no program to run, load or write anything. */
const familiar =
  /^(?:LANG(?:UAGE)?|LC_\w+|TZ|TERM|COLUMNS|LINES|NO_COLOR|(?:FORCE|CLI)_?COLOR\w*|COLORTERM|CI|DEBUG|VERBOSE|NODE_ENV|PORT|HOST|USER|LOGNAME|RUST_(?:LOG|BACKTRACE)|PYTHON(?:UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED|WARNINGS)|DEBIAN_FRONTEND|(?:LS|GREP)_COLORS?|BLOCK_?SIZE|QUOTING_STYLE|TIME_STYLE|MANWIDTH|GOOS|GOARCH|CGO_ENABLED|IFS|POSIXLY_CORRECT)$/;

/** What handing a variable to a program means: one that is not familiar may name settings or programs. */
export function handsOn(name: string, source: string): Finding[] {
  const known = familiar.test(name) || harmless.test(name) || /^[a-z]/.test(name);
  return known ? [] : [finding("exec", source.slice(0, 60), "may make programs do other than their words say")];
}

/** What setting a variable means, for the programs that see it. */
export function assigns(name: string, value: string, source: string, scene: Scene): Finding[] {
  const word = source.length > 60 ? `${source.slice(0, 57)}...` : source;
  if (programs.test(name)) return program(value, word, scene);
  if (
    name === "NODE_OPTIONS" &&
    /^(?:--(?:max[\w-]*|no-warnings|enable-source-maps|trace-[\w-]+)(?:=\w+)?\s*)+$/.test(value)
  )
    return [];
  if (harmless.test(name) && !value.includes("/")) return [];
  if (dangerous.test(name)) return [finding("unknown", word, "may make programs run something else")];
  if (libraries.test(name)) return [finding("exec", word, "may make programs load other code")];
  if (/\$\(|`/.test(value)) return [finding("unknown", word, "keeps a substitution that may run later")];
  return [];
}

function program(value: string, word: string, scene: Scene): Finding[] {
  if (value === "") return [];
  if (value.includes(HOLE)) return [finding("unknown", word, "names a program that is not known")];
  return scene.line(value, { ...scene, stdin: { text: null, few: false, inside: true } });
}
