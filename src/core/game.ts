/**
 * How a game about a claim went, as it is remembered: the predicates and joints of its goal (`shape`), and its turns. It holds no text of a
 * goal, a file or a model.
 */
export type PastGame = { shape: string[]; turns: PastTurn[] };

/**
 * A turn of it: what kind of move was made, whether it was refused, whether it brought the end nearer, whether something was still to be seen after it, and the
 * failure that it showed.
 */
export type PastTurn = { did: string; refused: boolean; helped: boolean; left: boolean; failure: string | null };
