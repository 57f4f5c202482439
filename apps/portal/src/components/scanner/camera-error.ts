/** Reasons why the camera does not run. Each has its own text (R-131, G-54). */
export type CameraError = 'denied' | 'none' | 'insecure' | 'busy' | 'unsuitable' | 'unsupported'

/** Exception names of `getUserMedia` (W3C Media Capture and Streams, section 9.2). */
const BY_NAME: Readonly<Record<string, CameraError>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  NotSupportedError: 'insecure',
  NotReadableError: 'busy',
  AbortError: 'busy',
  OverconstrainedError: 'unsuitable',
}

/** Returns the reason for a failed camera start. Unknown exceptions count as `unsupported`. */
export function cameraErrorOf(error: unknown): CameraError {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  return BY_NAME[name] ?? 'unsupported'
}

/** Returns why this page cannot even request a camera, or undefined if it can. */
export function cameraHindrance(): CameraError | undefined {
  if (!window.isSecureContext) return 'insecure'
  const devices = navigator.mediaDevices as MediaDevices | undefined
  return typeof devices?.getUserMedia === 'function' ? undefined : 'unsupported'
}
