import { governanceEn } from './governance/governance-en.data.ts'
import { type Figures, type Formats, type Phrases, timeOf, type UntilJail } from './phrases.ts'

const blocks = (count: number, { number }: Formats) => `${number(count)} block${count === 1 ? '' : 's'}`
const untilJail = ({ secondsToJail, isJailExact, jailAt }: UntilJail, { span, clock }: Formats) => {
  if (secondsToJail < 60) return isJailExact ? 'any moment now' : 'possible any moment now'
  return `in ${isJailExact ? 'about' : 'at least'} ${span(secondsToJail)}${jailAt ? ` (${clock(jailAt)})` : ''}`
}
const nodeAdvice = {
  written:
    'Check that the node is running and in sync, that its signer responds and that it has peers. Never start a second signer with the same key: that is double signing.',
  short: ['Check the node, its signer and its peers.'],
  above: {
    said: 'Never start a second signer with the same key.',
    inShort: 'Never start a second signer.',
  },
}
const lasting = (what: string) => () => ({ beforeSpan: `${what} for`, beforeTimes: what })

const places = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinals: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Of what is over and told late (D325). */
const sinceThen = (since: Figures['overSince'], formats: Formats) =>
  since === null ? '' : ` since ${timeOf(since, formats)}`

export const phrasesEn: Phrases = {
  severity: { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' },
  severityInShort: { INFO: 'Info', WARNING: 'Warning', CRITICAL: 'Critical' },
  thisIs: 'This is Roundsman.',
  callOver: (what) => `It is over by now: ${what}.`,
  callAnswered: (who, time) =>
    who === null ? `It was acknowledged at ${time}.` : `${who} acknowledged it at ${time}.`,
  unnamedValidator: 'Validator without a name',
  unnamedBridge: 'Bridge without a name',
  on: (who, network) => `${who} on ${network}`,
  what: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { number, percent }) =>
        missed === null || window === null
          ? 'too many blocks missed'
          : `${number(missed)} of the last ${number(window)} blocks missed (${percent(missed / window)})`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) =>
        `back to less than ${percent(1 - (threshold ?? 0))} of blocks missed`,
    },
    missed_in_a_row: {
      FALSE_TO_TRUE: ({ inARow, isExact, threshold, isOfOutage }, formats) => {
        const count = inARow ?? threshold ?? 1
        if (!isExact) return `at least ${blocks(count, formats)} missed in a row`
        return `${blocks(count, formats)} missed${count === 1 || isOfOutage ? '' : ' in a row'}${count > (threshold ?? count) ? ' so far' : ''}`
      },
      TRUE_TO_FALSE: ({ overSince }, formats) => `signing again${sinceThen(overSince, formats)}`,
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `jail within ${formats.span(threshold ?? 0)} if it keeps missing`
          : `jail ${untilJail({ ...figures, secondsToJail }, formats)} if it keeps missing`,
      TRUE_TO_FALSE: ({ overSince }, formats) =>
        `signing again${sinceThen(overSince, formats)}, no longer heading for jail`,
    },
    jailed: { FALSE_TO_TRUE: () => 'jailed', TRUE_TO_FALSE: () => 'out of jail' },
    tombstoned: {
      FALSE_TO_TRUE: () => 'tombstoned, jailed forever',
      TRUE_TO_FALSE: () => 'no longer tombstoned',
    },
    bonded: {
      FALSE_TO_TRUE: () => 'entered the active set',
      TRUE_TO_FALSE: () => 'left the active set',
    },
    stake_fell: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `stake down ${percent(Math.abs(value ?? 0))} within ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'stake is stable again',
    },
    stake_rose: {
      FALSE_TO_TRUE: ({ value, windowSeconds }, { percent, span }) =>
        `stake up ${percent(Math.abs(value ?? 0))} within ${span(windowSeconds ?? 0)}`,
      TRUE_TO_FALSE: () => 'stake is stable again',
    },
    slashed: {
      FALSE_TO_TRUE: ({ value }, { percent }) =>
        value === null ? 'slashed' : `slashed, lost ${percent(Math.abs(value))} of its stake`,
      TRUE_TO_FALSE: () => 'no longer slashed',
    },
    power_share: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `holds ${percent(value ?? threshold ?? 0)} of the voting power`,
      TRUE_TO_FALSE: ({ threshold }, { percent }) =>
        `back below ${percent(threshold ?? 0)} of the voting power`,
    },
    commission_raised: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'commission raised'
          : `commission raised from ${percent(before)} to ${percent(after)}`,
      TRUE_TO_FALSE: () => 'commission unchanged',
    },
    commission_lowered: {
      FALSE_TO_TRUE: ({ before, after }, { percent }) =>
        before === null || after === null
          ? 'commission lowered'
          : `commission lowered from ${percent(before)} to ${percent(after)}`,
      TRUE_TO_FALSE: () => 'commission unchanged',
    },
    commission_above: {
      FALSE_TO_TRUE: ({ value, threshold }, { percent }) =>
        `commission is ${percent(value ?? threshold ?? 0)}, above ${percent(threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ value, threshold }, { percent }) =>
        `commission is back to ${percent(value ?? threshold ?? 0)}`,
    },
    no_update: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) => `no data for ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `sending data again${sinceThen(overSince, formats)}`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince }, formats) =>
        `${blocks(value ?? threshold ?? 0, formats)} behind the network${stillSince ? `, height stuck since ${timeOf(stillSince, formats)}` : ''}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `caught up with the network${sinceThen(overSince, formats)}`,
    },
    stalled: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) => `height stuck for ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `height is rising again${sinceThen(overSince, formats)}`,
    },
    halted: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `halted, no new block for ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `producing blocks again${sinceThen(overSince, formats)}`,
    },
    low_power: {
      FALSE_TO_TRUE: ({ signedShare, threshold }, { percent }) =>
        signedShare === null
          ? `less than ${percent(threshold ?? 0)} of the voting power is signing`
          : `only ${percent(signedShare)} of the voting power is signing`,
      TRUE_TO_FALSE: () => 'enough voting power is signing again',
    },
    upgrade_near: {
      FALSE_TO_TRUE: ({ upgrade, value, threshold }, { number, span }) =>
        upgrade === null
          ? `upgrade within ${span(threshold ?? 0)}`
          : `upgrade ${upgrade.name} in about ${span(value ?? threshold ?? 0)}, at block ${number(upgrade.height)}`,
      TRUE_TO_FALSE: ({ upgrade, isReached }, { number }) => {
        const which = upgrade === null ? 'the upgrade' : `upgrade ${upgrade.name}`
        if (upgrade === null || isReached === null) return `${which} is done, canceled or moved`
        return isReached
          ? `${which} reached its block ${number(upgrade.height)}`
          : `${which} was canceled or moved`
      },
    },
    unseen: {
      FALSE_TO_TRUE: ({ value, threshold }, { span }) =>
        `no endpoint has answered for ${span(value ?? threshold ?? 0)}`,
      TRUE_TO_FALSE: ({ overSince }, formats) => `endpoints answer again${sinceThen(overSince, formats)}`,
    },
    ...governanceEn.what,
  },
  whatInShort: {
    window_missed: {
      FALSE_TO_TRUE: ({ missed, window }, { percent }) =>
        missed === null || window === null
          ? 'too many blocks missed'
          : `${percent(missed / window)} of the window missed`,
    },
    jail_near: {
      FALSE_TO_TRUE: ({ secondsToJail, threshold, ...figures }, formats) =>
        secondsToJail === null
          ? `jail within ${formats.span(threshold ?? 0)}`
          : `jail ${untilJail({ ...figures, secondsToJail }, formats)}`,
    },
    lagging: {
      FALSE_TO_TRUE: ({ value, threshold, stillSince, behindSince }, formats) => {
        const behind = `${blocks(value ?? threshold ?? 0, formats)} behind`
        if (stillSince !== null) return `${behind}, stuck since ${timeOf(stillSince, formats)}`
        return behindSince === null
          ? `${behind} the network`
          : `${behind} since ${timeOf(behindSince, formats)}`
      },
    },
    ...governanceEn.whatInShort,
  },
  since: (time) => `Since ${time}.`,
  orEarlier: (time) => `${time} or earlier`,
  sinceOver: {
    // It misses for longer than its share of the window is so large, and not since then jail is near.
    window_missed: (time) => `Missing blocks since ${time}.`,
    jail_near: (time) => `Missing blocks since ${time}.`,
    lagging: (time) => `Behind since ${time}.`,
    low_power: (time, threshold, { percent }) => `Less than ${percent(threshold)} since ${time}.`,
  },
  place: (block, time) => (block === null ? `${time}.` : `Block ${block}, ${time}.`),
  block: (block) => `Block ${block}.`,
  asOf: (time, isUnknown) => `As of ${time}${isUnknown ? ': nothing newer is known' : ''}.`,
  now: (sentence) => `Now: ${sentence}`,
  lastBlock: (block) => `Last block ${block}.`,
  changed: (from, to) => `From ${from} to ${to}.`,
  lostTokens: (amount) => `${amount} lost.`,
  jailIn: (...until) => `Jail ${untilJail(...until)} if it keeps missing.`,
  jailInShort: (...until) => `Jail ${untilJail(...until)}.`,
  signsAgain: 'Signing again by now.',
  missedOfWindow: (missed, window, isExact) =>
    `Missed ${isExact ? '' : 'at least '}${missed} of the last ${window} blocks.`,
  inARow: (count, isExact) => `Missed ${isExact ? '' : 'at least '}${count} in a row.`,
  unjail: ({ time, span, isSeveral }) => {
    const who = isSeveral ? 'They' : 'It'
    return span === null ? `${who} can be unjailed now.` : `${who} can be unjailed from ${time}, in ${span}.`
  },
  unjailInShort: ({ time, span, command }) => {
    const by = command === null ? '.' : `: ${command}.`
    if (time === null) return `Fix the cause, then unjail${by}`
    return span === null ? `Unjail now${by}` : `Unjail from ${time}, in ${span}${by}`
  },
  fromTo: (from, to) => `from ${from} to ${to}`,
  jailedForGood: (isSeveral) =>
    isSeveral ? 'They cannot be unjailed: they signed twice.' : 'It cannot be unjailed: it signed twice.',
  unjailBy: (command, isSeveral) => `Unjail ${isSeveral ? 'each' : 'it'} with: ${command}`,
  endedInJail: 'ended in jail',
  lasted: (range, { span, isFew, missed, what, isSeveral }, formats) =>
    missed === null
      ? `${what.beforeSpan} ${span}, ${range}.`
      : `${isSeveral ? 'They each' : 'It'} missed ${blocks(missed, formats)}${isFew ? '' : ` in ${span}`}, ${range}.`,
  lastedInShort: (range, { span, missed, mostMissed = missed, what }, formats) => {
    const within = span === null ? '' : ` in ${span}`
    const least = missed === mostMissed ? '' : `${formats.number(missed ?? 0)}–`
    const of = (most: number) =>
      missed === null ? `Up to ${blocks(most, formats)}` : `${least}${blocks(most, formats)}`
    if (mostMissed !== null) return `${of(mostMissed)} missed${within}${range === null ? '' : `, ${range}`}.`
    return span === null ? `${what.beforeTimes} ${range}.` : `${what.beforeSpan} ${span}, ${range}.`
  },
  lastedWhat: {
    window_missed: (threshold, { percent }) => lasting(`More than ${percent(1 - threshold)} missed`)(),
    missed_in_a_row: lasting('Missing blocks'),
    jail_near: lasting('At risk'),
    jailed: lasting('Was in jail'),
    power_share: (threshold, { percent }) => lasting(`Above ${percent(threshold)}`)(),
    commission_above: (threshold, { percent }) => lasting(`Above ${percent(threshold)}`)(),
    no_update: lasting('No data'),
    lagging: lasting('Behind'),
    stalled: lasting('Stuck'),
    halted: lasting('Halted'),
    low_power: (threshold, { percent }) => lasting(`Below ${percent(threshold)}`)(),
    unseen: lasting('Not seen'),
  },
  cause: {
    ALONE: () => 'Nobody else missed this block: it’s this validator, not the network.',
    FEW: (share) =>
      `Only ${share} of the voting power missed this block as well: it’s most likely this validator, not the network.`,
    SOME: (share) => `${share} of the voting power missed this block as well: others have trouble, too.`,
    NETWORK: (share) =>
      `${share} of the voting power missed this block as well: it’s the network, not this validator alone.`,
  },
  causeInShort: {
    ALONE: () => 'Nobody else missed.',
    FEW: (share) => `Few others missed: ${share} of power.`,
    SOME: (share) => `${share} of power missed too.`,
    NETWORK: (share) => `Network-wide: ${share} of power missed.`,
  },
  advice: {
    window_missed: { FALSE_TO_TRUE: nodeAdvice },
    missed_in_a_row: { FALSE_TO_TRUE: nodeAdvice },
    jail_near: {
      FALSE_TO_TRUE: nodeAdvice,
      TRUE_TO_FALSE: {
        written:
          'The blocks it missed count until they leave the window: until then another outage leads to jail sooner.',
        short: ['Missed blocks still count: another outage leads to jail sooner.'],
      },
    },
    jailed: {
      FALSE_TO_TRUE: {
        written:
          'Fix what made it miss blocks and let the node catch up before you unjail it; else it is jailed again.',
        short: ['Fix the cause and let the node catch up, then unjail it.'],
        ofSeveral: {
          written:
            'Fix what made them miss blocks and let their nodes catch up before you unjail them; else they are jailed again.',
          short: ['Fix the cause and let the nodes catch up, then unjail them.'],
        },
      },
      TRUE_TO_FALSE: {
        written: 'Watch its next blocks: only a validator in the active set signs.',
        short: ['Check that it signs.'],
        ofSeveral: {
          written: 'Watch their next blocks: only a validator in the active set signs.',
          short: ['Check that they sign.'],
        },
      },
    },
    tombstoned: {
      FALSE_TO_TRUE: {
        written:
          'This key cannot return. Stop every node that signs with it, find out where it signed twice, tell your delegators, and set up a new validator with a new key.',
        short: [],
        above: { said: 'Stop every node with this key.', inShort: 'Stop every node with this key.' },
      },
    },
    bonded: {
      TRUE_TO_FALSE: {
        written: 'Check whether it was jailed, unbonded or outbid by other validators’ stake.',
        short: ['Check whether it was jailed, unbonded or outbid.'],
      },
    },
    stake_fell: {
      FALSE_TO_TRUE: {
        written: 'If you did not expect it, look at who undelegated.',
        short: ['If you did not expect it, look at who undelegated.'],
      },
    },
    slashed: {
      FALSE_TO_TRUE: {
        written: 'Check whether it was for downtime or double signing: after double signing stop the node.',
        short: ['Check whether it was for downtime or double signing.'],
      },
    },
    commission_raised: {
      FALSE_TO_TRUE: {
        written: 'If that was not you, check who has the operator key.',
        short: ['If that was not you, check who has the operator key.'],
      },
    },
    commission_above: {
      FALSE_TO_TRUE: {
        written:
          'If that was not you, check who has the operator key. Whoever delegates to it earns less from now on.',
        short: ['If that was not you, check who has the operator key.'],
      },
    },
    power_share: {
      FALSE_TO_TRUE: {
        written:
          'Above one third a single validator can halt the chain: ask delegators to spread their stake.',
        short: ['Above one third it can halt the chain.'],
      },
    },
    no_update: {
      FALSE_TO_TRUE: {
        written:
          'Check that the bridge node is running and that its metrics exporter points to this site with a valid token.',
        short: ['Check the bridge node and its metrics exporter.'],
        ofSeveral: {
          written:
            'Check that the bridge nodes are running and that their metrics exporters point to this site with a valid token.',
          short: ['Check the bridge nodes and their metrics exporters.'],
        },
      },
    },
    lagging: {
      FALSE_TO_TRUE: {
        written: 'Check the bridge’s connection to its consensus node, its disk and its processor.',
        short: ['Check its consensus node, disk and processor.'],
        urgent: 'Check its consensus node and disk.',
        ofSeveral: {
          written: 'Check each bridge’s connection to its consensus node, its disk and its processor.',
          short: ['Check their consensus nodes, disks and processors.'],
          urgent: 'Check their consensus nodes and disks.',
        },
      },
    },
    stalled: {
      FALSE_TO_TRUE: {
        written: 'Check that its consensus node is in sync; if it is, restart the bridge node.',
        short: ['Check its consensus node; if that is in sync, restart the bridge node.'],
        urgent: 'Check its consensus node, then restart it.',
        ofSeveral: {
          written: 'Check that their consensus nodes are in sync; if they are, restart the bridge nodes.',
          short: ['Check their consensus nodes; if these are in sync, restart the bridge nodes.'],
          urgent: 'Check their consensus nodes, then restart them.',
        },
      },
    },
    halted: {
      FALSE_TO_TRUE: {
        written:
          'Keep your node running, and follow the network’s validator channel: a halt often ends with a restart that is agreed there.',
        short: ['Keep your node running and follow the validator channel.'],
      },
      TRUE_TO_FALSE: {
        written: 'Check that your validators are signing.',
        short: ['Check that your validators are signing.'],
      },
    },
    low_power: {
      FALSE_TO_TRUE: {
        written: 'Below two thirds the chain halts. Check that your validators are signing.',
        short: ['Check that your validators are signing.'],
      },
    },
    upgrade_near: {
      FALSE_TO_TRUE: {
        written: 'Have the new binary ready: the old one stops at that block.',
        short: ['Have the new binary ready.'],
      },
      TRUE_TO_FALSE: {
        written: 'Check that your nodes run the version they should.',
        short: ['Check that your nodes run the version they should.'],
      },
    },
    unseen: {
      FALSE_TO_TRUE: {
        written:
          'Until this is over we cannot tell how your validators are doing. Check them yourself; if they are fine, tell the operator of this site.',
        short: ['Check your validators yourself: we cannot see them.'],
      },
    },
    ...governanceEn.advice,
  },
  slashedFor: {
    DOWNTIME: {
      written: 'It was slashed for downtime, not for double signing.',
      short: ['It was for downtime, not double signing.'],
      ofSeveral: {
        written: 'They were slashed for downtime, not for double signing.',
        short: ['It was for downtime, not double signing.'],
      },
    },
    DOUBLE_SIGN: {
      written: 'It was slashed for double signing: stop every node with this key.',
      short: ['It was for double signing: stop every node with this key.'],
      ofSeveral: {
        written: 'They were slashed for double signing: stop every node with these keys.',
        short: ['It was for double signing: stop every node with these keys.'],
      },
    },
  },
  adviceWhereNetwork: {
    written:
      'Keep your node running, and follow the network’s validator channel. If others recover and yours does not, check the node, its signer and its peers.',
    short: ['Keep your node running and follow the validator channel.'],
  },
  bridge: {
    lastPush: (time) => `Last data ${time}.`,
    height: (height) => `Height ${height}.`,
    lag: (lag, formats) => (lag === 0 ? 'Not behind.' : `${blocks(lag, formats)} behind.`),
    version: (version) => `Version ${version}.`,
  },
  flaps: (count, since, { number }) =>
    `For the ${number(count)}${ordinals[places.select(count)] ?? 'th'} time since ${since}.`,
  flapped: (count, since, { number }) =>
    `That was the ${number(count)}${ordinals[places.select(count)] ?? 'th'} time since ${since}.`,
  overByNow: 'Over by now.',
  heldBack: {
    NETWORK_HALTED: 'Sent late: the network was halted.',
    MASS_MISS: 'Sent late: more than a third of the voting power was missing.',
    UPGRADE: 'Sent late: the network was upgrading.',
  },
  held: {
    NETWORK_HALTED: 'Held back while the network is halted. If it persists, you’ll be notified.',
    MASS_MISS:
      'Held back while more than a third of the voting power is missing. If it persists, you’ll be notified.',
    UPGRADE: 'Held back while the network upgrades. If it persists, you’ll be notified.',
  },
  silenced: (since, until) => `Since ${since}. It was silenced until ${until}.`,
  plannedWork: (until) => `Planned work until ${until}.`,
  proven: 'Proven by the chain’s signatures.',
  imported: 'Imported from a file, not checked here.',
  agreed: 'Two endpoints report the same.',
  single: (host) =>
    host === null ? 'Reported by one endpoint only.' : `Reported by one endpoint only, ${host}.`,
  units: {
    day: { written: 'd', spoken: { one: 'day', other: 'days' } },
    hour: { written: 'h', spoken: { one: 'hour', other: 'hours' } },
    minute: { written: 'min', spoken: { one: 'minute', other: 'minutes' } },
    second: { written: 's', spoken: { one: 'second', other: 'seconds' } },
  },
  unacknowledged: (span) => `Not acknowledged for ${span}.`,
  acknowledgedAgo: (span) => `Acknowledged ${span} ago, and still not over.`,
  nobodyOnCall: 'Nobody is on call, so the whole team is asked.',
  memberUnavailable: 'Whoever this step is for cannot be asked, so the whole team is.',
  reminder: 'Reminder',
  afterQuiet: 'This waited for the end of your quiet hours.',
  meanwhile: (items) => `During them, and over by now: ${items}.`,
  inPlaceOf: {
    sms: {
      wait: 'Your daily SMS limit is used up: an SMS comes only if this goes on.',
      all: (until) => `Your daily SMS limit is used up until ${until}: this would have been an SMS.`,
      share: (until) =>
        `This would have been an SMS: the limit for alerts no graver than this is used up until ${until}.`,
    },
    voice: {
      wait: 'Your daily call limit is used up: we call only if this goes on.',
      all: (until) => `Your daily call limit is used up until ${until}: this would have been a call.`,
      share: (until) =>
        `This would have been a call: the limit for alerts no graver than this is used up until ${until}.`,
    },
  },
  toEveryContact:
    'None of the channels of this step reaches you any more, so it was sent to all your contacts.',
  alsoOn: (what, count, { number }) => `${what}, here and on ${number(count)} other networks`,
  siteItself: 'So many networks at once: most likely it’s this site’s own connection.',
  muted: (until, what) => `Muted until ${until}: ${what}.`,
  endNotMuted: 'The message that it is over is not muted.',
  acknowledgedStill: 'Acknowledged. If it gets worse, or once it is over, your alerts still tell you.',
  wasNearJail: ({ time, isOver }) =>
    isOver ? 'Was close to jail' : time === null ? 'Close to jail' : `Jail was expected at about ${time}`,
  missesMuted: (upTo) =>
    upTo === null ? 'Missed blocks, except jail within 1 hour' : `Missed blocks up to ${upTo}`,
  choiceOfMisses:
    'Press 1 to acknowledge, 2 to mute missed blocks for one hour. Jail within an hour is not muted.',
  choiceToMute: {
    any: 'Press 2 to mute these alerts for one hour.',
    misses: 'Press 2 to mute missed blocks for one hour. Jail within an hour is not muted.',
  },
  openAlert: 'Open this alert',
  openHistory: 'Open these alerts',
  alerts: (count, { number }) => `${number(count)} alert${count === 1 ? '' : 's'}`,
  more: (count) => `And ${count} more.`,
  besideVotes: {
    VALIDATOR: { one: 'Also validator', several: 'Also validators' },
    BRIDGE: { one: 'Also bridge', several: 'Also bridges' },
  },
  also: (whats) => `Also: ${whats}.`,
  whatToDo: (title) => `What to do (${title}):`,
}
