import type { EndpointName } from '@roundsman/contract/endpoints'

/** What the owner has, for somebody else to reach for. */
export interface Things {
  sessionId: number
  phoneId: number
  contactId: number
  identityId: number
  passkeyId: number
  /** Name of a picture. */
  picture: string
  entryId: number
  alertId: number
  /** Of a condition. */
  muteId: number
  /** Of a test message. */
  deliveryId: number
  bridgeTokenId: number
  silenceId: number
  teamId: number
  invitationId: number
  /** Of the owner of all this. */
  userId: number
}

export interface Attempt {
  /** Path parameters beside `blockchainId`. */
  params?: Record<string, string | number>
  /** Beside the network, where the query names it. */
  query?: Record<string, string>
  body?: unknown
}

interface Row {
  /** A request as somebody sends it who may: what it changes is their own. */
  own: Attempt
  /** The same on a thing of the owner; every route that names a thing by an id has one. */
  theirs?: (things: Things) => Attempt
  /** Ends the session that sends it. */
  endsSession?: true
}

const password = 'a long enough password'
const profile = { first_name: '', last_name: '', avatar: null, language: 'en', timezone: 'UTC' }
const onCall = {
  time_zone: 'UTC',
  rotation: null,
  overrides: [],
  escalation: { from_severity: 'CRITICAL', steps: [], repeat: 0 },
}
const days = { from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' }
const passkey = { id: 'AA', rawId: 'AA', type: 'public-key' }
const created = { clientDataJSON: 'e30', attestationObject: 'AA' }
const used = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
const nothing: Row = { own: {} }
const body = (own: unknown): Row => ({ own: { body: own } })

/** One row for each endpoint; the compiler and a test refuse a table with a route that has none. */
export const authorizationRows: Readonly<Record<EndpointName, Row>> = {
  networks: nothing,
  networkStatuses: nothing,
  register: body({ email: 'somebody@example.org', password }),
  registerConfirm: body({ token: 'none' }),
  login: body({ email: 'nobody@example.org', password }),
  loginGoogleStart: nothing,
  loginGoogle: body({ credential: 'none' }),
  logout: { own: {}, endsSession: true },
  profile: nothing,
  updateProfile: body(profile),
  resetPassword: body({ email: 'nobody@example.org' }),
  resetPasswordConfirm: body({ token: 'none', password }),
  passwordChange: body({ old_password: 'wrong', new_password: password }),
  emailChange: body({ email: 'new@example.org', password: 'wrong' }),
  emailChangeConfirm: body({ token: 'none' }),
  exportAccount: nothing,
  deleteAccount: body({ password: 'wrong' }),
  alertAnswer: { own: { query: { token: 'none' } } },
  answerAlert: body({ token: 'none', answer: 'ACKNOWLEDGE' }),
  addPhone: body({ phone: '+44 20 7946 0958' }),
  removePhone: {
    own: { body: { user_phone_id: 0 } },
    theirs: ({ phoneId }) => ({ body: { user_phone_id: phoneId } }),
  },
  resendPhoneCode: {
    own: { params: { user_phone_id: 0 } },
    theirs: ({ phoneId }) => ({ params: { user_phone_id: phoneId } }),
  },
  confirmPhone: {
    own: { body: { user_phone_id: 0, code: '000000' } },
    theirs: ({ phoneId }) => ({ body: { user_phone_id: phoneId, code: '000000' } }),
  },
  testVoice: {
    own: { params: { user_phone_id: 0 } },
    theirs: ({ phoneId }) => ({ params: { user_phone_id: phoneId } }),
  },
  contacts: { own: {}, theirs: ({ teamId }) => ({ query: { team_id: String(teamId) } }) },
  addContact: {
    own: { body: { channel: 'PUSHOVER', name: 'Mine', user_key: 'none' } },
    theirs: ({ teamId }) => ({
      body: { channel: 'PUSHOVER', name: 'Mine', user_key: 'none', team_id: teamId },
    }),
  },
  renameContact: {
    own: { params: { contactId: 0 }, body: { name: 'Mine' } },
    theirs: ({ contactId }) => ({ params: { contactId }, body: { name: 'Mine' } }),
  },
  removeContact: {
    own: { params: { contactId: 0 } },
    theirs: ({ contactId }) => ({ params: { contactId } }),
  },
  testContact: {
    own: { params: { contactId: 0 } },
    theirs: ({ contactId }) => ({ params: { contactId } }),
  },
  teams: nothing,
  createTeam: body({ name: 'Mine' }),
  team: { own: { params: { teamId: 0 } }, theirs: ({ teamId }) => ({ params: { teamId } }) },
  teamChannels: { own: { params: { teamId: 0 } }, theirs: ({ teamId }) => ({ params: { teamId } }) },
  renameTeam: {
    own: { params: { teamId: 0 }, body: { name: 'Mine' } },
    theirs: ({ teamId }) => ({ params: { teamId }, body: { name: 'Mine' } }),
  },
  deleteTeam: { own: { params: { teamId: 0 } }, theirs: ({ teamId }) => ({ params: { teamId } }) },
  inviteToTeam: {
    own: { params: { teamId: 0 }, body: { email: 'friend@example.org', role: 'MEMBER' } },
    theirs: ({ teamId }) => ({ params: { teamId }, body: { email: 'friend@example.org', role: 'OWNER' } }),
  },
  withdrawInvitation: {
    own: { params: { teamId: 0, invitationId: 0 } },
    theirs: ({ teamId, invitationId }) => ({ params: { teamId, invitationId } }),
  },
  changeMember: {
    own: { params: { teamId: 0, userId: 0 }, body: { role: 'MEMBER' } },
    theirs: ({ teamId, userId }) => ({ params: { teamId, userId }, body: { role: 'MEMBER' } }),
  },
  removeMember: {
    own: { params: { teamId: 0, userId: 0 } },
    theirs: ({ teamId, userId }) => ({ params: { teamId, userId } }),
  },
  onCall: { own: { params: { teamId: 0 } }, theirs: ({ teamId }) => ({ params: { teamId } }) },
  updateOnCall: {
    own: { params: { teamId: 0 }, body: onCall },
    theirs: ({ teamId }) => ({ params: { teamId }, body: onCall }),
  },
  onCallShifts: {
    own: { params: { teamId: 0 }, query: days },
    theirs: ({ teamId }) => ({ params: { teamId }, query: days }),
  },
  createOnCallCalendar: {
    own: { params: { teamId: 0 } },
    theirs: ({ teamId }) => ({ params: { teamId } }),
  },
  onCallCalendar: { own: { query: { token: 'none' } } },
  invitation: { own: { query: { token: 'none' } } },
  joinTeam: body({ token: 'none' }),
  sessions: nothing,
  auditTrail: nothing,
  endOtherSessions: nothing,
  endSession: {
    own: { params: { id: 0 } },
    theirs: ({ sessionId }) => ({ params: { id: sessionId } }),
  },
  secondFactors: nothing,
  startTotp: nothing,
  confirmTotp: body({ code: '000000' }),
  removeTotp: nothing,
  startPasskey: nothing,
  addPasskey: body({ name: 'Mine', credential: { ...passkey, response: created } }),
  removePasskey: {
    own: { params: { id: 0 } },
    theirs: ({ passkeyId }) => ({ params: { id: passkeyId } }),
  },
  makeRecoveryCodes: nothing,
  loginSecondFactor: body({ code: '000000' }),
  startPasskeyLogin: nothing,
  loginPasskey: body({ credential: { ...passkey, response: used } }),
  signInMethods: nothing,
  startSignInMethod: body({ password: 'wrong' }),
  addSignInMethod: body({ credential: 'none' }),
  removeSignInMethod: {
    own: { params: { id: 0 }, body: {} },
    theirs: ({ identityId }) => ({ params: { id: identityId }, body: { password } }),
  },
  putAvatar: nothing,
  removeAvatar: nothing,
  avatarPicture: {
    own: { params: { name: 'A'.repeat(43), width: 256 } },
    theirs: ({ picture }) => ({ params: { name: picture, width: 256 } }),
  },
  preferences: nothing,
  updatePreferences: body({ favourite_validators: [], tables: {} }),
  channels: nothing,
  alertSettings: nothing,
  userAlertSettings: { own: {}, theirs: ({ teamId }) => ({ query: { team_id: String(teamId) } }) },
  alertHistory: nothing,
  manageAlertSettings: {
    own: { body: { blockchain_id: 1, entries: [] } },
    theirs: ({ teamId }) => ({ body: { blockchain_id: 1, team_id: teamId, entries: [] } }),
  },
  alertConditions: nothing,
  muteAlerts: {
    own: { body: { entry_ids: [0], until: null } },
    theirs: ({ entryId }) => ({ body: { entry_ids: [entryId], until: '2099-01-01T00:00:00Z' } }),
  },
  acknowledgeAlerts: {
    own: { body: { alert_ids: [0] } },
    theirs: ({ alertId }) => ({ body: { alert_ids: [alertId] } }),
  },
  muteConditions: {
    own: { body: { alert_ids: [0], mute: true } },
    theirs: ({ alertId }) => ({ body: { alert_ids: [alertId], mute: true } }),
  },
  unmuteConditions: {
    own: { body: { mute_ids: [0] } },
    theirs: ({ muteId }) => ({ body: { mute_ids: [muteId] } }),
  },
  unacknowledgedAlerts: nothing,
  silences: {
    own: { query: {} },
    theirs: ({ teamId }) => ({ query: { team_id: String(teamId) } }),
  },
  addSilence: {
    own: { body: { blockchain_id: 1, to: '2099-01-01T00:00:00Z', reason: 'Upgrade' } },
    theirs: ({ teamId }) => ({
      body: { blockchain_id: 1, to: '2099-01-01T00:00:00Z', reason: 'Upgrade', team_id: teamId },
    }),
  },
  endSilence: {
    own: { params: { silenceId: 0 } },
    theirs: ({ silenceId }) => ({ params: { silenceId } }),
  },
  escalation: nothing,
  updateEscalation: body({ escalation: null }),
  quietHours: nothing,
  updateQuietHours: body({ time_zone: null, windows: [], break_through: 'CRITICAL' }),
  testAlert: body({ channel: 'SMS' }),
  alertTest: {
    own: { params: { deliveryId: 0 } },
    theirs: ({ deliveryId }) => ({ params: { deliveryId } }),
  },
  replayAlerts: body({ blockchain_id: 1, setting_ids: [9011], days: 1 }),
  validators: nothing,
  validatorAvatar: { own: { params: { digest: 'A'.repeat(43) } } },
  validatorDetails: { own: { params: { validatorId: 1 } } },
  validatorTimeline: { own: { params: { validatorId: 1 } } },
  charts: {
    own: { query: { validator_id: '0', metric: 'cosmos_validator_uptime', range: '24h', step: '10m' } },
  },
  live: nothing,
  governance: nothing,
  proposal: { own: { params: { proposalId: 1 } } },
  participation: nothing,
  validatorVotes: { own: { params: { validatorId: 1 } } },
  bridges: nothing,
  bridgeDetails: { own: { params: { bridgeId: 1 } } },
  bridgeTokens: { own: {}, theirs: ({ teamId }) => ({ query: { team_id: String(teamId) } }) },
  createBridgeToken: {
    own: { body: { name: 'Ada' } },
    theirs: ({ teamId }) => ({ body: { name: 'Ada', team_id: teamId } }),
  },
  deleteBridgeToken: {
    own: { params: { tokenId: 0 } },
    theirs: ({ bridgeTokenId }) => ({ params: { tokenId: bridgeTokenId } }),
  },
  otlpMetrics: nothing,
  twilioCallback: { own: { params: { delivery_id: 1 } } },
  twilioKeys: { own: { params: { delivery_id: 1, language: 'en' } } },
  twilioWords: { own: { params: { delivery_id: 1, language: 'en', severity: 'CRITICAL' } } },
  pagerdutyCallback: { own: { params: { contact_id: 1 } } },
  answerByButton: { own: { params: { token: 'none', answer: 'MUTE' } } },
  health: nothing,
  openapi: nothing,
  metrics: nothing,
}
