import { systemClock } from '../../../platform/clock.ts'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { createTestProvider, type TestProvider } from '../../../testing/open-id/test-provider.ts'
import { type OwnTestSite, openTestSite } from './test-site.ts'

/** Where the provider sends people back to. */
export const redirectUri = 'http://celestia.localhost:8000/login/callback'

export interface ProviderSite extends OwnTestSite {
  provider: TestProvider
}

/** A site with a provider that people sign in with; `fetch` is the site's way to it. */
export async function openProviderSite(fetch = systemFetch): Promise<ProviderSite> {
  // The provider's own clock is the machine's, so the site's begins there.
  const clock = createManualClock(systemClock.now())
  const provider = await createTestProvider({ redirectUris: [redirectUri], now: () => clock.now() })
  const { clientId, clientSecret, issuer } = provider
  const site = await openTestSite({ clock, fetch, config: { google: { clientId, clientSecret, issuer } } })
  return {
    ...site,
    provider,
    async close() {
      await site.close()
      await provider.close()
    },
  }
}
