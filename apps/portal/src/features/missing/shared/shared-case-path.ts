/** Where a link for the police or a finder leads; its secret follows after `#`, so that no server log ever holds it. */
export const SHARED_CASE_PATH = '/shared-case'
