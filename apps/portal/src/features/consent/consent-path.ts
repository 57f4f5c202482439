/** Where customers answer a request for consent; what they were sent follows after `#`. */
export const CONSENT_PATH = '/consent'
