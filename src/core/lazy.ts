/** What is made when it is first asked for, and kept: most expressions of many letters are needed by few questions. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
