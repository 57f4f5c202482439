/** Where the identity provider sends the browser back to; registered there under these addresses. */
export const CALLBACK_PATH = '/auth/callback'
export const SILENT_PATH = '/auth/silent'
