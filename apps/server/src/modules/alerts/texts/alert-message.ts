import { answerUrlLength, type Message } from '../../notifications/notifications.public.ts'
import { alertText, type AlertText, sentence } from './alert-text.ts'
import { asGrave, asTold, isBack, isMissing, isToldLate } from './figures.ts'
import { missedOf, saysThatItSigns, signingOf } from './out-of-jail.ts'
import { fillSms, partsWithLink, whereRoom } from './sms-size.ts'
import { smsWithTeam, withTeam } from './team-named.ts'
import { type AlertFacts, phrases, type Reader } from './writing.ts'

/** How a message begins. */
export interface How {
  /** What is said before anything else. */
  lead?: readonly string[]
  /** It is about others, too, of which there was nothing to tell as it was made: a call says whom it is about when it is taken (E369). */
  isOfSeveral?: boolean
}

/**
 * A message about one alert, as a channel can carry it.
 *
 * @param url where its reader finds it
 * @param how what is said before anything else; what else is the matter with the same, in a few words (E197)
 */
export function alertMessage(
  channel: string,
  alert: AlertFacts,
  reader: Reader,
  url: string,
  { lead = [], also = [], isOfSeveral = false }: How & { also?: readonly AlertFacts[] } = {},
): Message {
  // A call has said how bad it is before what it is.
  const facts = channel === 'voice' ? asGrave(alert, reader) : asTold(alert, reader)
  const { severity } = facts
  switch (channel) {
    case 'sms': {
      const paragraphs = [smsAbout(facts, reader, { room: roomOfLink(url), lead, also })]
      return { severity, subject: '', link: { label: '', url }, paragraphs }
    }
    case 'voice':
      return {
        severity,
        subject: '',
        choice: choiceOf([facts, ...also], reader),
        ...(isBack(facts) && also.every(isBack) ? { asksNothing: true } : {}),
        ...callOf(alertText(facts, reader, 'spoken'), reader, {
          lead,
          isOfSeveral,
          beside: besideOf(whatsOf(also, reader, 'what', 'spoken'), reader),
        }),
      }
    default:
      return {
        severity,
        ...mailOf(facts, reader, url, { lead, beside: besideOf(whatsOf(also, reader, 'what'), reader) }),
        // What is told late with newer figures is called as its first line says (E329).
        subject:
          channel === 'email' && alert.asOf === null ? subjectOf(alert, reader) : subjectNow(alert, reader),
      }
  }
}

/**
 * The SMS about one alert.
 *
 * @param how.also what else is the matter with the same
 * @param how.restWithin what is said of others after it, by how many parts the SMS takes with that (E405)
 */
export function smsAbout(
  facts: AlertFacts,
  reader: Reader,
  {
    room,
    lead,
    also,
    restWithin = () => [],
  }: {
    room: number
    lead: readonly string[]
    also: readonly AlertFacts[]
    restWithin?: (this: void, partsWith: (rest: readonly string[]) => number) => readonly string[]
  },
): string {
  const text = alertText(facts, reader)
  const around = { room, lead, ...besideInSms(also, reader), ...signingOf(facts, also, reader) }
  const isLate = isToldLate(facts)
  const write = (severityInShort: string, isBrief: boolean, rest: readonly string[]) =>
    smsOf({ ...text, severityInShort }, facts.trigger === 'TRUE_TO_FALSE', {
      ...around,
      rest,
      isBrief: isBrief && !isLate,
      untimed: isBrief && !isLate && saysThatItSigns(facts) ? missedOf([facts], reader) : [],
    })
  // The name of a team takes the room of nobody that the SMS tells of.
  const rest = restWithin((one) => partsWithLink(write(text.severityInShort, false, one), room))
  return smsWithTeam(text.severityInShort, { reader, room }, (severityInShort, isBrief) =>
    write(severityInShort, isBrief, rest),
  )
}

function whatsOf(
  also: readonly AlertFacts[],
  reader: Reader,
  how: 'what' | 'whatInShort',
  of: 'written' | 'spoken' = 'written',
): string[] {
  return [...new Set(also.map((facts) => alertText(facts, reader, of)[how]))]
}

/** "Also: slashed; left the active set." */
function besideOf(whats: readonly string[], { language }: Reader): string[] {
  return whats.length === 0 ? [] : [phrases[language].also(whats.join('; '))]
}

/** What a slash took is said whatever it costs: nobody else tells it (E255). */
function besideInSms(
  also: readonly AlertFacts[],
  reader: Reader,
): { beside: readonly string[]; taken: readonly string[] } {
  const saidOf = (isSlash: boolean) =>
    whatsOf(
      also.filter(({ subject }) => (subject === 'slashed') === isSlash),
      reader,
      'whatInShort',
    ).map(sentence)
  return { taken: saidOf(true), beside: saidOf(false) }
}

/** What is said before an alert, and what beside it. */
interface Around {
  lead: readonly string[]
  beside: readonly string[]
}

/** "Granite Cloud, Celestia Mainnet: jailed" */
export function headOf({ who, network, isNetwork, what }: AlertText): string {
  return isNetwork ? `${who}: ${what}` : `${who}, ${network}: ${what}`
}

/** What a mail is called: by the figures of the alert (E175), but for what is over as it is made (E399). */
export function subjectOf(facts: AlertFacts, reader: Reader): string {
  const { raised: evidence } = facts
  const asOfItself = {
    evidence,
    readAt: null,
    isSigning: isBack(facts),
    jailedUntil: null,
    asOf: null,
    staleness: null,
  }
  return subjectNow({ ...facts, ...asOfItself }, reader)
}

/** What a message is called that no other one has to be called like: by the figures that it gives. */
export function subjectNow(facts: AlertFacts, reader: Reader): string {
  const text = alertText(asTold(facts, reader), reader)
  return `[${withTeam(text.severity, reader)}] ${headOf(text)}`
}

function mailOf(
  facts: AlertFacts,
  reader: Reader,
  url: string,
  { lead, beside }: Around,
): Omit<Message, 'subject'> {
  const text = alertText(facts, reader)
  const { language } = reader
  const { who, network, isNetwork, what, left, since, details, place } = text
  const { on, openAlert } = phrases[language]
  const first = `${isNetwork ? who : on(who, network)}: ${what}.`
  const paragraphs = [
    // What it is stands in the first line, in a reminder too.
    [first, ...left],
    lead,
    beside,
    // How often it began stands beside since when it is so.
    [...since, ...text.notes, ...details, ...place, ...text.old],
    text.cause,
    ...text.advice.map((one) => [one]),
    text.basis,
  ]
  return {
    paragraphs: paragraphs.filter((one) => one.length > 0).map((one) => one.join(' ')),
    commands: text.commands,
    link: { label: openAlert, url },
  }
}

/** Letters of what answers an SMS, with the blank before it. */
export function roomOfLink(url: string): number {
  return answerUrlLength(url) + 1
}

/**
 * What must be said, whatever it costs, and what there is room for, in the order of every message: who, what, since when and
 * how much time is left, this validator or the network, what to do. An end says what it was.
 */
function smsOf(
  text: AlertText,
  isEnd: boolean,
  {
    room,
    lead,
    beside,
    taken,
    isOut,
    signing,
    missed,
    rest,
    isBrief,
    untimed,
  }: Around &
    ReturnType<typeof signingOf> & {
      room: number
      taken: readonly string[]
      rest: readonly string[]
      isBrief: boolean
      untimed: readonly string[]
    },
): string {
  const { sinceInShort, sinceShortest, causeInShort, adviceOfSms, oftenInShort, oldInShort } = text
  const { severityInShort, timeInShort } = text
  const notes = text.notesInShort.filter((one) => !oftenInShort.includes(one))
  const headWith = (what: string) => [...lead, `${severityInShort}: ${headOf({ ...text, what })}.`]
  if (isEnd) {
    const { leftInShort } = text
    // Before how long it was in jail, where both cost more (E367).
    const first = isOut ? (signing.length > 0 ? signing : adviceOfSms.may) : []
    const others = [...taken, ...beside].filter((one) => !first.includes(one))
    const advice = isOut ? [] : adviceOfSms.may
    const spare = [timeInShort, others, leftInShort, notes, advice, text.detailsInShort]
    // Its team is worth more than the times of what is over now (E404).
    const sinces = [sinceInShort, sinceShortest, ...(untimed.length === 0 ? [] : [untimed])]
    const firsts = first.length === 0 ? [] : missed.length === 0 ? [first] : [[...first, ...missed], first]
    const forms = firsts.flatMap((said) => sinces.map((since) => [...since, ...said]))
    // That it signs is the last thing that is left out (E411).
    const least = first.length > 0 && first === signing ? firsts : sinces
    return fillSms(
      [...forms, ...least].map((since) => [
        ...[...headWith(text.whatInShort), ...since],
        // What comes at once has said how often it was as it began (A152).
        ...(isBrief ? whereRoom(0, oftenInShort) : oftenInShort),
        ...spare.flatMap((one, rank) => whereRoom(rank, one)),
        ...rest,
      ]),
      room,
    )
  }
  // Beside since when it is so, the block that decided it says nothing that is needed at night.
  const place = sinceInShort.length > 0 && timeInShort.length === 0 ? [] : text.placeInShort
  const formOf = (time: readonly string[], { what, left }: { what: string; left: readonly string[] }) => [
    ...[...headWith(what), ...time],
    ...whereRoom(2, sinceInShort),
    ...[...left, ...oldInShort, ...oftenInShort, ...causeInShort],
    ...whereRoom(3, notes),
    ...taken,
    ...whereRoom(1, beside),
    ...whereRoom(4, adviceOfSms.may),
    ...adviceOfSms.must,
    ...whereRoom(5, text.detailsInShort),
  ]
  // The time by the clock of what is so soon, where that takes no further part.
  const lefts = [
    { what: text.whatInShort, left: text.leftInShort },
    { what: text.whatShortest, left: text.leftShortest },
  ]
  const placed = lefts.map((left) => [...formOf([], left), ...whereRoom(6, place), ...rest])
  const whole = fillSms(placed, room)
  if (
    whole !==
    fillSms(
      lefts.map((left) => [...formOf([], left), ...rest]),
      room,
    )
  )
    return whole
  // There is no room for the block: its time alone, or nobody would know when that was (E230).
  const forms = lefts.flatMap((left) => [timeInShort, []].map((time) => [...formOf(time, left), ...rest]))
  return fillSms(forms, room)
}

/** What the keys of a call do: of missed blocks alone it says what a mute of them leaves out (E305). */
export function choiceOf(alerts: readonly AlertFacts[], { language }: Reader): string | undefined {
  return alerts.every(isMissing) ? phrases[language].choiceOfMisses : undefined
}

function callOf(
  text: AlertText,
  reader: Reader,
  { lead, beside, isOfSeveral }: Around & { isOfSeveral: boolean },
): Required<Pick<Message, 'call' | 'paragraphs'>> {
  const { severity, who, network, isNetwork, what } = text
  const first = [phrases[reader.language].thisIs, ...lead, sentence(withTeam(severity, reader))]
  const after = [
    ...text.since,
    ...text.left,
    ...text.old,
    ...text.cause,
    ...beside,
    ...text.notes,
    ...text.adviceInShort,
  ]
  return {
    paragraphs: [...first, `${headOf(text)}.`, ...after],
    call: {
      opening: [...first, isNetwork || isOfSeveral ? `${network}.` : `${who}, ${network}.`],
      rest: [isNetwork || !isOfSeveral ? sentence(what) : `${who}: ${what}.`, ...after],
    },
  }
}
