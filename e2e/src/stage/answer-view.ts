import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { stageTime } from './answers.ts'

const at = (seconds: number) => new Date(stageTime.getTime() + seconds * 1_000).toISOString()

type Shown = AlertAnswerView['alerts'][number]

const missing: Shown = {
  ...{ id: 1_000, severity: 'CRITICAL', trigger: 'FALSE_TO_TRUE', who: 'Saltmarsh Relay' },
  ...{ what: '50 blocks missed in a row', title: '50 blocks missed in a row', mutes: 'All missed blocks' },
  says: [
    'Jail in about 6 h 18 min if it keeps missing.',
    'Nobody else missed this block: it’s this validator, not the network.',
  ],
  advice: [
    'Check that the node is running and in sync, that its signer responds and that it has peers. Never start a second signer with the same key: that is double signing.',
  ],
  commands: [],
  is_end: false,
  ...{ began_at: at(-1_260), status: 'ONGOING', ended_at: null },
  ...{ acknowledged_at: null, acknowledged_via: null, muted_until: null },
}
const several: readonly Shown[] = [
  missing,
  {
    ...missing,
    id: 999,
    who: 'Tallow & Wick',
    what: 'jailed',
    title: 'Jailed',
    mutes: 'Jailed',
    began_at: at(-610),
  },
  {
    ...{ ...missing, id: 998, severity: 'WARNING', who: 'harbour-da', what: 'no data for 5 min' },
    ...{
      title: 'No data for 5 minutes',
      mutes: 'No data for 5 minutes',
      status: 'ENDED',
      began_at: at(-900),
      ended_at: at(-300),
    },
  },
]

/** What the link of a message shows, once this was said to it; null: it has expired. */
export function answerViewOf(token: string, said: readonly string[]): AlertAnswerView | null {
  if (token === 'old.link') return null
  const isMuted = said.findLast((answer) => answer !== 'ACKNOWLEDGE') === 'MUTE'
  const isSeen = said.some((answer) => answer !== 'UNMUTE') || token === 'used.link'
  const alerts = (token === 'several.link' ? several : [missing]).map(
    (one): Shown => ({
      ...one,
      ...(token === 'used.link' ? { status: 'ENDED', ended_at: at(-200), advice: [] } : {}),
      ...(isSeen ? { acknowledged_at: at(-240), acknowledged_via: 'SMS' } : {}),
      ...(isMuted ? { muted_until: at(3_600) } : {}),
    }),
  )
  return {
    ...{ language: 'en', timezone: 'UTC', network: 'Celestia Mainnet', reader: 'Robin Ward' },
    expires_at: at(6.9 * 86_400),
    count: alerts.length,
    alerts,
    waiting: isSeen ? 0 : alerts.length,
    muted: isMuted ? alerts.length : 0,
  }
}
