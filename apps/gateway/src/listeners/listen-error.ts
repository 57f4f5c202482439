/** Returns an error that explains why a port could not be opened, and that names the setting to change. */
export function listenError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') return new Error(`port ${port} is in use; choose another with ${variable}`, { cause: error })
  if (error.code === 'EACCES')
    return new Error(`port ${port} may not be opened by this user; choose one above 1023 with ${variable}`, { cause: error })
  return new Error(`port ${port} (${variable}) cannot be opened: ${error.message}`, { cause: error })
}
