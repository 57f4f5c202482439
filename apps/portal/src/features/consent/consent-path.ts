/** Path on which customers answer a request for consent. Their secret follows after `#`. */
export const CONSENT_PATH = '/consent'
