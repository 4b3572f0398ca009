/** What is opened when it is first asked for; `end` gives it, if it was, and lets it be opened anew. */
export type Once<T> = { get(): Promise<T>; end(): Promise<T> | undefined };

export function once<T>(open: () => Promise<T>): Once<T> {
  let opened: Promise<T> | undefined;
  return {
    get() {
      opened ??= open();
      return opened;
    },
    end() {
      const last = opened;
      opened = undefined;
      return last;
    },
  };
}
