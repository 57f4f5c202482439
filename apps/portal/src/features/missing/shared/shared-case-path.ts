/** Path of a link for the police or a finder. The secret follows after `#`, so that it never reaches a server log. */
export const SHARED_CASE_PATH = '/shared-case'
