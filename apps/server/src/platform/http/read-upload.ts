import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import './takes.ts'
import { ProblemError } from './problem-error.ts'

/**
 * Lets the calls that say so, and no other, take `multipart/form-data`: a page of any site may send that without
 * asking. Nothing is parsed before `readUpload` does it.
 */
export async function addUploadParser(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
  app.addHook('preParsing', async (request) => {
    const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
    if (isUpload && request.routeOptions.config.takes !== 'multipart')
      throw new ProblemError('unsupported_media_type')
  })
}

/** The one file of an upload, of at most so many bytes (413). The name and type that the sender gives it count nothing. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_media_type')
  const limits = { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024, parts: 9, headerPairs: 32 }
  try {
    const part = await request.file({ limits, throwFileSizeLimit: true })
    if (!part) throw new ProblemError('bad_request')
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const { statusCode } = error instanceof Error ? (error as { statusCode?: number }) : {}
    throw new ProblemError(statusCode === 413 ? 'payload_too_large' : 'bad_request', { cause: error })
  }
}
