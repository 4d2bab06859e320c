import * as z from 'zod/mini'
import { type Endpoint, guarded, NoContent, withoutInput } from '../endpoint.ts'
import {
  AccountExport,
  AvatarParams,
  Channels,
  DeleteAccountBody,
  EmailChangeBody,
  EmailChangeConfirmBody,
  EmailChanged,
  NewPhone,
  PasswordChangeBody,
  PhoneBody,
  PhoneConfirmBody,
  PhoneIdBody,
  PhoneIdParams,
  Preferences,
  Resent,
  ResetPasswordBody,
  ResetPasswordConfirmBody,
  SessionParams,
  SessionsList,
} from './accounts.ts'
import { AuditEvents, AuditQuery } from './audit.ts'
import {
  Contact,
  ContactChangeBody,
  ContactParams,
  Contacts,
  ContactsQuery,
  NewContact,
  NewContactBody,
} from './contacts.ts'
import { Detail, Phone, Profile } from './users.ts'

export const passwordEndpoints = {
  resetPassword: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/reset-password/',
    access: 'public',
    body: ResetPasswordBody,
    responses: { 202: Detail },
    errors: guarded,
  },
  resetPasswordConfirm: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/reset-password/confirm/',
    access: 'public',
    body: ResetPasswordConfirmBody,
    responses: { 200: Detail },
    errors: guarded,
  },
  passwordChange: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/password-change/',
    access: 'session',
    body: PasswordChangeBody,
    responses: { 204: NoContent },
    errors: [401, ...guarded],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>

export const leavingEndpoints = {
  exportAccount: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/export/',
    access: 'session',
    yields: true,
    responses: { 200: AccountExport },
    errors: [401],
  },
  deleteAccount: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/profile/',
    access: 'session',
    body: DeleteAccountBody,
    responses: { 204: NoContent },
    errors: [401, ...guarded],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>

export const emailChangeEndpoints = {
  emailChange: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/email-change/',
    access: 'session',
    body: EmailChangeBody,
    responses: { 202: Detail },
    errors: [401, ...guarded],
  },
  emailChangeConfirm: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/email-change/confirm/',
    access: 'public',
    body: EmailChangeConfirmBody,
    responses: { 200: EmailChanged },
    errors: guarded,
  },
} as const satisfies Record<string, Endpoint>

export const phoneEndpoints = {
  addPhone: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/phone/',
    access: 'session',
    body: PhoneBody,
    responses: { 201: NewPhone },
    errors: [401, ...guarded],
  },
  removePhone: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/phone/',
    access: 'session',
    body: PhoneIdBody,
    responses: { 204: NoContent },
    errors: [401, 404, ...guarded],
    produces: 'nothing',
  },
  resendPhoneCode: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/phone/resend/{user_phone_id}/',
    access: 'session',
    params: PhoneIdParams,
    responses: { 202: Resent },
    errors: [401, 403, 404],
  },
  confirmPhone: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/phone/confirm/',
    access: 'session',
    body: PhoneConfirmBody,
    responses: { 200: Phone },
    errors: [401, 404, 410, ...guarded],
  },
  testVoice: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/phone/test-voice/{user_phone_id}/',
    access: 'session',
    params: PhoneIdParams,
    responses: { 202: Detail },
    errors: [401, 403, 404],
  },
} as const satisfies Record<string, Endpoint>

export const contactEndpoints = {
  contacts: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/contacts/',
    access: 'session',
    query: ContactsQuery,
    responses: { 200: Contacts },
    errors: [401, 404],
  },
  /** Tries it at once: what its provider refuses is not kept. 503: the provider does not say by which link to come. */
  addContact: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/contacts/',
    access: 'session',
    body: NewContactBody,
    responses: { 201: NewContact },
    errors: [401, 404, 503, ...guarded],
  },
  renameContact: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/users/contacts/{contactId}/',
    access: 'session',
    params: ContactParams,
    body: ContactChangeBody,
    responses: { 200: Contact },
    errors: [401, 404, ...guarded],
  },
  removeContact: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/contacts/{contactId}/',
    access: 'session',
    params: ContactParams,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>

export const sessionEndpoints = {
  sessions: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/sessions/',
    access: 'session',
    responses: { 200: SessionsList },
    errors: [401],
  },
  endOtherSessions: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/sessions/',
    access: 'session',
    responses: { 204: NoContent },
    errors: [401, 403, 415],
    produces: 'nothing',
  },
  endSession: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/sessions/{id}/',
    access: 'session',
    params: SessionParams,
    responses: { 204: NoContent },
    errors: [401, 403, 404],
    produces: 'nothing',
  },
  /** What touched the security of the caller's account, kept for 400 days. */
  auditTrail: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/audit/',
    access: 'session',
    query: AuditQuery,
    responses: { 200: AuditEvents },
    errors: [401],
  },
} as const satisfies Record<string, Endpoint>

export const avatarEndpoints = {
  putAvatar: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/profile/avatar/',
    access: 'session',
    takes: 'multipart',
    responses: { 200: Profile },
    errors: [401, ...guarded],
  },
  removeAvatar: {
    ...withoutInput,
    method: 'DELETE',
    path: '/api/users/profile/avatar/',
    access: 'session',
    responses: { 200: Profile },
    errors: [401, 403, 415],
  },
  avatarPicture: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/profile/avatar/{name}/{width}/',
    access: 'session',
    params: AvatarParams,
    responses: { 200: z.string() },
    errors: [401, 404],
    produces: 'webp',
  },
} as const satisfies Record<string, Endpoint>

export const channelEndpoints = {
  channels: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/channels/',
    access: 'session',
    responses: { 200: Channels },
    errors: [401],
  },
} as const satisfies Record<string, Endpoint>

export const preferenceEndpoints = {
  preferences: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/preferences/',
    access: 'session',
    responses: { 200: Preferences },
    errors: [401],
  },
  updatePreferences: {
    ...withoutInput,
    method: 'PUT',
    path: '/api/users/preferences/',
    access: 'session',
    body: Preferences,
    responses: { 200: Preferences },
    errors: [401, 412, ...guarded],
  },
} as const satisfies Record<string, Endpoint>
