/** Between two facts of a line, which never ends with it (P937). */
export const dot = ' ·\u00a0'
