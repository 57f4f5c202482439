/** Why the camera does not run, each with a text of its own (R-131, G-54). */
export type CameraError = 'denied' | 'none' | 'insecure' | 'busy' | 'unsuitable' | 'unsupported'

/** Names of the exceptions of `getUserMedia` (W3C Media Capture and Streams, section 9.2). */
const BY_NAME: Readonly<Record<string, CameraError>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  NotSupportedError: 'insecure',
  NotReadableError: 'busy',
  AbortError: 'busy',
  OverconstrainedError: 'unsuitable',
}

/** What a failed start of the camera means; whatever else goes wrong is the browser's. */
export function cameraErrorOf(error: unknown): CameraError {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return BY_NAME[name] ?? 'unsupported'
}

/** Why this page cannot even ask for a camera; undefined where it can. */
export function cameraHindrance(): CameraError | undefined {
  if (!window.isSecureContext) return 'insecure'
  const devices = navigator.mediaDevices as MediaDevices | undefined
  return typeof devices?.getUserMedia === 'function' ? undefined : 'unsupported'
}
