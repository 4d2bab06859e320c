import * as z from 'zod'

/** What goes over the socket, one JSON object a line. The command's words, and where it was typed for its file names. */
export const AdminRequest = z.object({ words: z.array(z.string()).max(100), cwd: z.string() })
export type AdminRequest = z.infer<typeof AdminRequest>

export const AdminReply = z.union([
  z.object({ print: z.string() }),
  z.object({ complain: z.string() }),
  z.object({ exit: z.int() }),
])
export type AdminReply = z.infer<typeof AdminReply>

/** Name of the socket in the data directory. */
export const adminSocketName = 'admin.sock'
