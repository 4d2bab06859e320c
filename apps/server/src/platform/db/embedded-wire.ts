/** Messages between the server's thread and the engine's. */
export type ToEngine =
  | { kind: 'exec'; id: number; bytes: Uint8Array }
  | { kind: 'syncs'; id: number }
  | { kind: 'close'; id: number }

export type FromEngine =
  | { kind: 'opened' }
  | { kind: 'refused'; message: string }
  | { kind: 'answer'; id: number; bytes: Uint8Array }
  | { kind: 'syncs'; id: number; count: number }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'closed'; id: number }

/** What the worker is started with. */
export interface EngineOptions {
  /** Directory of the database itself, made by the initialisation before. */
  directory: string
}
