import { type Endpoint, guarded, NoContent, withoutInput } from '../endpoint.ts'
import {
  GoogleBody,
  GoogleStart,
  PresentPasswordBody,
  SignInMethod,
  SignInMethodParams,
  SignInMethods,
} from './accounts.ts'
import { SignInAnswer } from './users.ts'

export const googleEndpoints = {
  loginGoogleStart: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/login/google/start/',
    access: 'public',
    responses: { 200: GoogleStart },
    errors: [403],
  },
  loginGoogle: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/login/google/',
    access: 'public',
    body: GoogleBody,
    responses: { 200: SignInAnswer },
    errors: guarded,
  },
} as const satisfies Record<string, Endpoint>

export const signInMethodEndpoints = {
  signInMethods: {
    ...withoutInput,
    method: 'GET',
    path: '/api/users/sign-in-methods/',
    access: 'session',
    responses: { 200: SignInMethods },
    errors: [401],
  },
  startSignInMethod: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/sign-in-methods/start/',
    access: 'session',
    body: PresentPasswordBody,
    responses: { 200: GoogleStart },
    errors: [401, 409, ...guarded],
  },
  addSignInMethod: {
    ...withoutInput,
    method: 'POST',
    path: '/api/users/sign-in-methods/',
    access: 'session',
    body: GoogleBody,
    responses: { 201: SignInMethod },
    errors: [401, 409, ...guarded],
  },
  removeSignInMethod: {
    ...withoutInput,
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
