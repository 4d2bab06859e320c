import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addIdentityRoutes, type IdentityRoutesDeps } from './identities.routes.ts'
import { createOpenIdProvider } from './open-id-provider.ts'
import { addSignInMethodRoutes } from './sign-in-methods.routes.ts'

/** Adds the sign-in with a provider, and what users keep of it, to the server; nothing is asked of the provider before somebody signs in. */
export function addIdentities(
  server: HttpServer,
  { config, fetch, clock }: Pick<Platform, 'config' | 'fetch' | 'clock'>,
  deps: Omit<IdentityRoutesDeps, 'client'>,
): void {
  const { google } = config
  const client = google && {
    provider: createOpenIdProvider({ issuer: google.issuer, fetch, clock }),
    clientId: google.clientId,
    clientSecret: google.clientSecret,
  }
  addIdentityRoutes(server, { ...deps, client })
  addSignInMethodRoutes(server, { ...deps, client })
}
