import type { ApiConfiguration } from '../configuration.js'
import { EmbeddedDirectory } from './embedded-directory.js'
import type { MaybeIdentityDirectory } from './identity-directory.js'
import { KeycloakDirectory } from './keycloak-directory.js'

/** Creates the configured directory; null when accounts are created elsewhere. */
export function createDirectory(configuration: ApiConfiguration): MaybeIdentityDirectory {
  const { IDENTITY_ADMIN_URL, IDENTITY_ADMIN_SECRET, KEYCLOAK_REALM_URL, KEYCLOAK_CLIENT_ID, KEYCLOAK_CLIENT_SECRET } =
    configuration
  if (IDENTITY_ADMIN_SECRET) return new EmbeddedDirectory(IDENTITY_ADMIN_URL.replace(/\/+$/, ''), IDENTITY_ADMIN_SECRET)
  if (!KEYCLOAK_CLIENT_SECRET) return null
  return new KeycloakDirectory(
    {
      realmUrl: KEYCLOAK_REALM_URL ?? configuration.OIDC_ISSUER,
      clientId: KEYCLOAK_CLIENT_ID,
      clientSecret: KEYCLOAK_CLIENT_SECRET,
    },
    configuration.OIDC_CLIENT_ID,
  )
}
