import { type Endpoint, NoContent, Nothing } from '../endpoint.ts'
import {
  GoogleBody,
  GoogleStart,
  PresentPasswordBody,
  SignInMethod,
  SignInMethodParams,
  SignInMethods,
} from './accounts.ts'
import { Profile } from './users.ts'

/** What every unsafe call with a body may be refused for: CSRF, size, type. */
const guarded = [403, 413, 415] as const
const none = { params: Nothing, query: Nothing, body: null, produces: 'json' } as const

export const googleEndpoints = {
  loginGoogleStart: {
    ...none,
    method: 'POST',
    path: '/api/users/login/google/start/',
    access: 'public',
    responses: { 200: GoogleStart },
    errors: [403],
  },
  loginGoogle: {
    ...none,
    method: 'POST',
    path: '/api/users/login/google/',
    access: 'public',
    body: GoogleBody,
    responses: { 200: Profile },
    errors: guarded,
  },
} as const satisfies Record<string, Endpoint>

export const signInMethodEndpoints = {
  signInMethods: {
    ...none,
    method: 'GET',
    path: '/api/users/sign-in-methods/',
    access: 'session',
    responses: { 200: SignInMethods },
    errors: [401],
  },
  startSignInMethod: {
    ...none,
    method: 'POST',
    path: '/api/users/sign-in-methods/start/',
    access: 'session',
    body: PresentPasswordBody,
    responses: { 200: GoogleStart },
    errors: [401, 409, ...guarded],
  },
  addSignInMethod: {
    ...none,
    method: 'POST',
    path: '/api/users/sign-in-methods/',
    access: 'session',
    body: GoogleBody,
    responses: { 201: SignInMethod },
    errors: [401, 409, ...guarded],
  },
  removeSignInMethod: {
    ...none,
    method: 'DELETE',
    path: '/api/users/sign-in-methods/{id}/',
    access: 'session',
    params: SignInMethodParams,
    body: PresentPasswordBody,
    responses: { 204: NoContent },
    errors: [401, 404, 409, ...guarded],
    produces: 'nothing',
  },
} as const satisfies Record<string, Endpoint>
