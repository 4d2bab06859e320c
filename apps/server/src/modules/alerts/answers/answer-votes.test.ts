import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calling, createCalling } from '../testing/calling.ts'
import { raiseBlockSize } from '../testing/governance-alerts.ts'

let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

test('P980: of a vote the link shows on what, until when, how others voted as of a block, and the command that votes', async () => {
  const notVoted = 11_041
  const who = await rig.subscriber([notVoted], ['EMAIL'])
  // Far away, so that it has not ended, whenever this runs.
  const evidence = { ...raiseBlockSize, voting_end_at: '2099-11-27T12:00:00.000Z' }
  await rig.until(await rig.raise(notVoted, who, 'CRITICAL', evidence), ['email SENT'])
  const text = rig.catcher.mails.find(({ to }) => to.includes(who.email))?.mail.text ?? ''
  const token = /\/a\/(\S+)/.exec(text)?.[1] ?? ''
  const answer = await rig.site.browser().get(`/api/alerts/answer/?token=${encodeURIComponent(token)}`)
  const [vote] = answer.json<AlertAnswerView>().alerts
  expect(vote?.what).toBe('has not voted on proposal 42 “Raise the block size to 32 MB”')
  expect(vote?.says.join(' ').replaceAll('\u00a0', ' ')).toMatch(
    /^Voting ends Nov 27, 12:00 UTC, in .*\. Turnout so far 21\.43%, quorum 33\.4%\. Yes 80%.* Block \d/,
  )
  expect(vote?.commands).toEqual([raiseBlockSize.vote_command])
})
