/** Path on which customers answer a request for consent. The secret of the request follows after `#`. */
export const CONSENT_PATH = '/consent'
