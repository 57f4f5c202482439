import { hasControlCharacter } from '@roadbook/platform'

/** Maximum length of a parameter in bytes. It is longer than anything that the portal sends. */
const LONGEST_BYTES = 512
/** Maximum length of a signed id token in bytes. */
const LONGEST_TOKEN_BYTES = 4_096

/** Error for an address with invalid parameters. The answer is a page that explains this. */
export class ParameterError extends Error {
  override name = 'ParameterError'
}

/** @throws ParameterError that names a parameter that is too long, or contains characters that users cannot type */
export function assertParameters(parameters: Iterable<[string, string]>): void {
  for (const [name, value] of parameters) {
    const longest = name === 'id_token_hint' ? LONGEST_TOKEN_BYTES : LONGEST_BYTES
    if (hasControlCharacter(name) || hasControlCharacter(value) || Buffer.byteLength(name + value) > longest)
      throw new ParameterError(`a parameter of ${value.length} characters cannot be read`)
  }
}
