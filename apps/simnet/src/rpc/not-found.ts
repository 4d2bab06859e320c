/** The application has nothing under what was asked. */
export class NotFound extends Error {}
