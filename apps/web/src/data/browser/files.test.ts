import { expect, it, vi } from 'vitest'
import { csvText, saveFile } from './files.ts'

it('P309: a table of text begins with the mark by which Excel reads it as UTF-8', async () => {
  const saved: Blob[] = []
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  saveFile('names.csv', csvText(['name'], [['Перевірка']]))
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? [])
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('name\r\nПеревірка\r\n')
  vi.unstubAllGlobals()
})
