import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { AdminCommand, AdminTerminal } from '../platform/process/module.ts'
import { listenOrTakeOver, socketPath } from '../platform/db/embedded/data-directory.ts'
import { runCommand } from './run-command.ts'

/**
 * Takes commands through a socket in the data directory that only its owner may open. Null where another process
 * on the same directory (several roles beside one PostgreSQL) has it already: that one answers.
 * @param commandsFor the commands for somebody in the directory `cwd`
 */
export async function openAdministration(
  dataDir: string,
  log: Logger,
  commandsFor: (cwd: string) => readonly AdminCommand[],
): Promise<{ close(): Promise<void> } | null> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { path, release } = socketPath(realpathSync(dataDir), adminSocketName)
  const server = await listenOrTakeOver(path, (free) =>
    listen(
      createServer((socket) => void serve(socket, commandsFor, log)),
      free,
    ),
  )
  if (server === null) {
    release()
    log.info('another process on this data directory handles administration commands')
    return null
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          release()
          resolve()
        })
      }),
  }
}

/** Null where there is a socket already. */
function listen(server: Server, path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    // The socket is made in this turn, so nobody else's files get the mask.
    const mask = process.umask(0o177)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve(server)
    })
    process.umask(mask)
  })
}

async function serve(
  socket: Socket,
  commandsFor: (cwd: string) => readonly AdminCommand[],
  log: Logger,
): Promise<void> {
  socket.on('error', () => socket.destroy())
  const reply = (message: AdminReply) => void socket.write(`${JSON.stringify(message)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const request = AdminRequest.safeParse(parse(line))
    if (!request.success) break
    const { words, cwd } = request.data
    // The arguments may hold a password: only the words of the command are logged.
    log.info({ command: words.slice(0, 2).join(' ') }, 'an administration command')
    const exit = await runCommand(commandsFor(cwd), words, {
      print: (text) => reply({ print: text }),
      complain: (text) => reply({ complain: text }),
    })
    reply({ exit })
    break
  }
  socket.end()
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Hands a command to the server that runs on the data directory; null where none runs. */
export async function askRunningServer(
  dataDir: string,
  request: AdminRequest,
  terminal: AdminTerminal,
): Promise<number | null> {
  if (!existsSync(dataDir)) return null
  const { path, release } = socketPath(realpathSync(dataDir), adminSocketName)
  try {
    const socket = await open(path)
    return socket && (await ask(socket, request, terminal))
  } finally {
    release()
  }
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(new Error(`The running server cannot be reached: ${error.message}`))
    })
  })
}

async function ask(socket: Socket, request: AdminRequest, terminal: AdminTerminal): Promise<number> {
  // A server that dies in between shows by the missing exit code below.
  socket.on('error', () => socket.destroy())
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const reply = AdminReply.parse(JSON.parse(line))
    if ('print' in reply) terminal.print(reply.print)
    else if ('complain' in reply) terminal.complain(reply.complain)
    else {
      socket.end()
      return reply.exit
    }
  }
  terminal.complain('The server exited before it answered.')
  return 1
}

/** What goes over the socket, one JSON object a line. The command's words, and where it was typed for its file names. */
const AdminRequest = z.object({ words: z.array(z.string()).max(100), cwd: z.string() })
type AdminRequest = z.infer<typeof AdminRequest>

const AdminReply = z.union([
  z.object({ print: z.string() }),
  z.object({ complain: z.string() }),
  z.object({ exit: z.int() }),
])
type AdminReply = z.infer<typeof AdminReply>

/** Name of the socket in the data directory. */
const adminSocketName = 'admin.sock'
