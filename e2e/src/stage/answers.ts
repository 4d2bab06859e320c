import type { AuditEvents } from '@roundsman/contract/accounts/audit'
import type { PageBoot } from '@roundsman/contract/networks/networks'
import type { Profile } from '@roundsman/contract/accounts/users'
import { attentionOf } from '@roundsman/contract/networks/validator-state'
import type { NetworkStatuses, Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { createStageChain } from './stage-chain.ts'

/** The moment that every picture is of. */
export const stageTime = new Date('2026-11-21T12:00:00Z')

const ago = (seconds: number) => new Date(stageTime.getTime() - seconds * 1_000).toISOString()

const names: [name: string, symbol: string, logo: string][] = [
  ['Celestia Mainnet', 'TIA', 'celestia'],
  ['Celestia Testnet', 'TIA', 'celestia'],
  ['0G Testnet', 'A0GI', '0g'],
  ['XRPL Testnet', 'XRP', 'xrpl'],
  ['XRPL Mainnet', 'XRP', 'xrpl'],
  ['Story Testnet', 'IP', 'story'],
  ['Althea Mainnet', 'ALTHEA', 'althea'],
  ['Haqq Mainnet', 'ISLM', 'haqq'],
  ['Provenance Mainnet', 'HASH', 'provenance'],
  ['Story Mainnet', 'IP', 'story'],
]

const boot: PageBoot = {
  default_blockchain_id: 1,
  provider: {
    name: 'Example Nodes',
    url: 'https://example.org',
    links: ['Documentation', 'Status', 'Support'].map((label) => ({
      label,
      url: `https://example.org/${label.toLowerCase()}`,
    })),
  },
  notice: null,
  google_client_id: null,
  cookie_domain: null,
  networks: names.map(([name, symbol, logo], index) => ({
    host: `n${index + 1}.localhost`,
    blockchain_id: index + 1,
    chain_id: null,
    kind: 'COSMOS',
    logo: `/networks/${logo}.svg`,
    domain: `http://n${index + 1}.localhost`,
    name,
    symbol,
    is_da_enabled: index < 2,
    access: 'ANY',
    explorer_url: index === 0 ? 'https://www.mintscan.io/celestia' : null,
  })),
}

/** The boot object of a situation. */
export function bootOf(as: Situation): PageBoot {
  if (as === 'notice')
    return {
      ...boot,
      notice: {
        en: 'Simulated data. No real network is watched here.',
        ru: 'Данные смоделированы. Настоящие сети здесь не отслеживаются.',
        uk: 'Дані змодельовано. Справжні мережі тут не відстежуються.',
      },
    }
  if (as === 'vip' || as === 'held-back')
    return { ...boot, networks: boot.networks.map((network) => ({ ...network, access: 'VIP' })) }
  return boot
}

const profile: Profile = {
  id: 1,
  email: 'robin@example.org',
  first_name: 'Robin',
  last_name: 'Ward',
  avatar: null,
  language: 'en',
  timezone: 'UTC',
  groups: ['member'],
  has_password: true,
  phones: [
    { user_phone_id: 1, phone: '+12025550143', is_confirmed: true },
    { user_phone_id: 2, phone: '+447700900142', is_confirmed: false },
  ],
  abilities: [
    { action: 'read', subject: 'any' },
    { action: 'read', subject: 'ANY' },
  ],
}

/** The user of a situation. */
export function profileOf(as: Situation): Profile {
  if (as === 'held-back') return { ...profile, groups: ['member', 'vip'] }
  return as === 'refused' ? { ...profile, abilities: [] } : profile
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

export const sessions = {
  sessions: [
    {
      id: 1,
      current: true,
      created_at: ago(86_400),
      last_seen_at: ago(4),
      ip: '192.0.2.7',
      user_agent: firefox,
    },
    {
      id: 2,
      current: false,
      created_at: ago(9 * 86_400),
      last_seen_at: ago(3_720),
      ip: '2001:db8::17',
      user_agent: safari,
    },
  ],
}

const operator = { ip: null, user_agent: null }
const onPhone = { ip: '2001:db8::17', user_agent: safari }
const onLaptop = { ip: '192.0.2.7', user_agent: firefox }
const stranger = { ip: '203.0.113.80', user_agent: safari }

export const audit: AuditEvents = {
  events: [
    { id: 6, at: ago(900), kind: 'bridge_token_created', ...onPhone, detail: 'Frankfurt bridge' },
    { id: 5, at: ago(5_400), kind: 'login_failed', ...stranger, detail: null },
    { id: 4, at: ago(86_400), kind: 'login', ...onLaptop, detail: null },
    { id: 3, at: ago(90_000), kind: 'phone_confirmed', ...onLaptop, detail: '+12…0123' },
    { id: 2, at: ago(8 * 86_400), kind: 'group_granted', ...operator, detail: 'vip' },
    { id: 1, at: ago(9 * 86_400), kind: 'registration_confirmed', ...onPhone, detail: null },
  ],
}

/** How the network, the server and the user are in a picture. */
export type Situation =
  | 'live'
  | 'no-alerts'
  | 'stale'
  | 'halted'
  | 'unreachable'
  | 'syncing'
  | 'connecting'
  | 'not-followed'
  | 'slow'
  | 'error'
  | 'notice'
  | 'trouble'
  | 'trouble-refused'
  | 'unreported'
  | 'alerts'
  | 'channels'
  | 'newcomer'
  | 'mine'
  | 'without-alerts'
  | 'planned'
  | 'refused'
  | 'vip'
  | 'held-back'
  | 'invited'
  | 'on-call'
  | 'factors'
  | 'long-signed-in'
  | 'votes'
  | 'incidents'

const statuses: Partial<Record<Situation, Partial<ValidatorsList['status']>>> = {
  stale: { observed_at: ago(48), latest_block_at: ago(48) },
  'trouble-refused': {
    observed_at: ago(2_460),
    latest_block_at: ago(2_461),
    refused: {
      chain_id: 'celestia-rehearsal',
      kind: 'OTHER_CHAIN',
      reason: 'rpc-1.example is on the chain celestia-rehearsal',
    },
  },
  unreported: {
    signed_blocks_window: null,
    min_signed_per_window: null,
    bonded_tokens: null,
    bonded_validators: null,
  },
  halted: { state: 'HALTED', latest_block_at: ago(104) },
  unreachable: { state: 'UNREACHABLE', observed_at: ago(300), latest_block_at: ago(301) },
  syncing: { state: 'SYNCING' },
  connecting: { state: 'CONNECTING', height: null, latest_block_at: null, observed_at: null },
  'not-followed': { state: 'NOT_FOLLOWED', height: null, latest_block_at: null, observed_at: null },
}
const states = ['LIVE', 'LIVE', 'HALTED', 'SYNCING', 'UNREACHABLE', 'NOT_FOLLOWED'] as const

/** What every network has. Invented once: that takes longer than all the rest of an answer, and each page asks for eleven. */
const invented = inventList()

function inventList(): ValidatorsList {
  const chain = createStageChain(141, 7)
  chain.step(new Date(stageTime.getTime() - 1_000))
  return chain.list()
}

/** The list of a network; the first one is in the situation, the others are as they always are. */
export function listOf(blockchainId: number, as: Situation): ValidatorsList {
  const change = blockchainId === 1 ? statuses[as] : { state: states[blockchainId - 1] ?? 'LIVE' }
  const nothing = blockchainId === 1 && (as === 'not-followed' || as === 'connecting')
  return {
    network_height: nothing ? null : invented.network_height,
    validators: nothing
      ? []
      : blockchainId === 1
        ? changedRows(invented.validators, as)
        : invented.validators,
    status: { ...invented.status, ...change },
    seq: invented.seq,
  }
}

/** What a state may say at its longest, one row each. */
const troubles: readonly Partial<Validator>[] = [
  { consecutive_missed: 1_211, consecutive_missed_exact: false },
  { consecutive_missed: 123, seconds_to_jail: 25_980, seconds_to_jail_at_most: 25_980 },
  {
    consecutive_missed: 1_211,
    consecutive_missed_exact: false,
    seconds_to_jail: 172_000,
    seconds_to_jail_at_most: 262_000,
  },
  { jailed: true, voting_power: '0', uptime: null, jailed_until: ago(-540) },
  { jailed: true, voting_power: '0', uptime: null, jailed_until: ago(3_600) },
  { jailed: true, voting_power: '0', uptime: null, jailed_until: '2023-03-14T08:00:00Z' },
  { consecutive_missed: 12, rank: 100, moniker: 'Saltmarsh & Tidewater Quorum' },
  { consecutive_missed: 400, seconds_to_jail: 2_220, seconds_to_jail_at_most: 4_500 },
  {
    moniker: 'Wir betreiben Validatoren seit 2019 | 0% Kommission | wohnen am Meer 🌊',
    avatar: picture('a'),
  },
  { moniker: '🚀🌕', avatar: picture('b') },
  { moniker: 'منارة الميناء', avatar: null },
  { moniker: 'منارة الميناء القديم وأهل البحر والسفن البعيدة', avatar: picture('c') },
  { moniker: '🦀 Ferry 🦀', avatar: null },
]

/** Where the server has the picture of a validator. */
function picture(letter: string): string {
  return `/api/blockchains/avatars/${letter.repeat(43)}/`
}
/** What a chain without a staking module does not say. */
const unreported: Partial<Validator> = {
  operator_address: null,
  bond_status: 'BOND_STATUS_UNSPECIFIED',
  jailed: null,
  tombstoned: null,
  tokens: null,
  commission_rate: null,
  uptime: null,
  missed_blocks: null,
  signed_blocks_window: null,
  seconds_to_jail: null,
  seconds_to_jail_at_most: null,
}

function changedRows(rows: readonly Validator[], as: Situation): Validator[] {
  if (as === 'unreported') return rows.map((row) => ({ ...row, ...unreported }))
  if (as !== 'trouble' && as !== 'trouble-refused') return [...rows]
  return rows.map((row, at) => ({ ...row, ...troubles[at] }))
}

/** How every network is: the first one in the situation, the others as they always are. */
export function statusesOf(as: Situation): NetworkStatuses {
  return {
    networks: bootOf(as).networks.map(({ blockchain_id }) => {
      const { status, validators } = listOf(blockchain_id, as)
      return { blockchain_id, status, attention: attentionOf(validators) }
    }),
  }
}
