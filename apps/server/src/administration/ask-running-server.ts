import { existsSync, realpathSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { AdminTerminal } from '../platform/admin-command.ts'
import { socketPath } from '../platform/db/directory-lock.ts'
import { AdminReply, type AdminRequest, adminSocketName } from './admin-wire.ts'

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
      else reject(new Error(`The running server cannot be asked: ${error.message}`))
    })
  })
}

async function ask(socket: Socket, request: AdminRequest, terminal: AdminTerminal): Promise<number> {
  // A server that dies meanwhile is told by the missing exit code below.
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
  terminal.complain('The server ended before it answered.')
  return 1
}
