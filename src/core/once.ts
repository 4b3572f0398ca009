/** What is opened when it is first asked for; `end` gives it, if it was, and lets it be opened anew. */
export type Once<T> = { get(): Promise<T>; end(): Promise<T> | undefined };

/** What fails, or does not `lasts`, is opened anew by the next who asks: it was not there yet. */
export function once<T>(open: () => Promise<T>, lasts: (value: T) => boolean = () => true): Once<T> {
  let opened: Promise<T> | undefined;
  return {
    get() {
      if (opened !== undefined) return opened;
      const opening = open();
      opened = opening;
      const drop = () => {
        if (opened === opening) opened = undefined;
      };
      opening.then((value) => lasts(value) || drop(), drop);
      return opening;
    },
    end() {
      const last = opened;
      opened = undefined;
      return last;
    },
  };
}
