import { describe, expect, it } from 'vitest'
import { createFakeChannels, createFakeLocks } from '../testing/fake-browser.ts'
import type { LineUpdate } from './live-line.ts'
import { joinSharedLive } from './shared-live.ts'

function openBrowser(locks = createFakeLocks()) {
  const openChannel = createFakeChannels()
  const lines: { onUpdate: (update: LineUpdate) => void; open: boolean; asked: number }[] = []
  return {
    lines,
    openChannel,
    openLines: () => lines.filter(({ open }) => open).length,
    openTab(withLocks = true) {
      const received: LineUpdate[] = []
      const leaders: boolean[] = []
      const live = joinSharedLive({
        name: 'live-1',
        locks: withLocks ? locks : null,
        openChannel,
        startLine(onUpdate) {
          const line = { onUpdate, open: true, asked: 0 }
          lines.push(line)
          return {
            connectNow: () => {
              line.asked += 1
            },
            stop: () => {
              line.open = false
            },
          }
        },
        onUpdate(update, leads) {
          received.push(update)
          if (update.kind === 'event') leaders.push(leads)
        },
      })
      return { live, received, leaders }
    },
  }
}

const open: LineUpdate = { kind: 'phase', line: { phase: 'open' } }
const height: LineUpdate = {
  kind: 'event',
  event: { event: 'height', data: { height: 5, at: '2026-11-21T12:00:00Z', seq: 5, blocks: [] } },
}
const turn = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())))

describe('one stream for all tabs', () => {
  it('P30: eight tabs hold one line, and every tab hears it', async () => {
    const browser = openBrowser()
    const tabs = Array.from({ length: 8 }, () => browser.openTab())
    await turn()
    expect(browser.openLines()).toBe(1)
    browser.lines[0]?.onUpdate(height)
    for (const { received } of tabs) expect(received).toContainEqual(height)
  })

  it('P30, P31: when the tab with the line closes the next one opens one, and all ask for the list', async () => {
    const browser = openBrowser()
    const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()]
    await turn()
    browser.lines[0]?.onUpdate(open)
    first.live.stop()
    await turn()
    await turn()
    expect(browser.lines).toHaveLength(2)
    expect(browser.openLines()).toBe(1)
    for (const { received } of [second, third]) expect(received).toContainEqual({ kind: 'resumed' })
    browser.lines[1]?.onUpdate(height)
    expect(third.received.at(-1)).toEqual(height)
    expect(first.received).not.toContainEqual(height)
  })

  it('P31: a tab that comes later learns how the line is doing, and asks once more for the list', async () => {
    const browser = openBrowser()
    browser.openTab()
    await turn()
    browser.lines[0]?.onUpdate(open)
    const late = browser.openTab()
    expect(late.received).toEqual([open, { kind: 'resumed' }])
    browser.lines[0]?.onUpdate(height)
    expect(late.received.slice(2)).toEqual([height])
  })

  it('a tab that waited and left never opens a line', async () => {
    const browser = openBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    await turn()
    second.live.stop()
    first.live.stop()
    await turn()
    await turn()
    expect(browser.lines).toHaveLength(1)
    expect(browser.openLines()).toBe(0)
  })

  it('P34: a tab without the line asks the one that has it to connect', async () => {
    const browser = openBrowser()
    browser.openTab()
    const follower = browser.openTab()
    await turn()
    follower.live.connectNow()
    expect(browser.lines[0]?.asked).toBe(1)
  })

  it('without locks every tab has a line of its own', () => {
    const browser = openBrowser()
    browser.openTab(false)
    browser.openTab(false)
    expect(browser.openLines()).toBe(2)
  })

  it('P36: of all tabs that receive an event one leads', async () => {
    const browser = openBrowser()
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()]
    await turn()
    browser.lines[0]?.onUpdate(height)
    expect(tabs.flatMap(({ leaders }) => leaders)).toEqual([true, false, false])
  })

  it('P36: what does not fit the contract, or is of another version, is not received', async () => {
    const browser = openBrowser()
    const { received } = browser.openTab()
    await turn()
    const channel = browser.openChannel('live-1')
    const update = { type: 'update', update: height }
    for (const message of [
      'update',
      update,
      { protocol: 1, message: update },
      {
        protocol: 14,
        message: { type: 'update', update: { kind: 'event', event: { event: 'height', data: {} } } },
      },
      { protocol: 14, message: { type: 'shout' } },
    ])
      channel.post(message)
    expect(received).toEqual([])
    channel.post({ protocol: 14, message: update })
    expect(received).toContainEqual(height)
  })
})
