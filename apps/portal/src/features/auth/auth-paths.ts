/** Paths to which the identity provider returns the browser. They are registered at the provider. */
export const CALLBACK_PATH = '/auth/callback'
export const SILENT_PATH = '/auth/silent'
