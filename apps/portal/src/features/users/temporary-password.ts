const CLASSES = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!#$%&*?@']
const ALPHABET = CLASSES.join('')
const LENGTH = 12

/**
 * Returns one character of the alphabet without bias. The range of random values is no multiple of the alphabet's length, so
 * values above the last multiple are discarded.
 */
function draw(): string {
  const limit = 256 - (256 % ALPHABET.length)
  for (;;) {
    const [value = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (value < limit) return ALPHABET.charAt(value % ALPHABET.length)
  }
}

/**
 * Returns 12 characters with at least one upper case letter, one lower case letter, one digit and one special character (R-173,
 * G-17). A result that lacks one of these is discarded.
 */
export function generateTemporaryPassword(): string {
  for (;;) {
    const drawn = Array.from({ length: LENGTH }, draw).join('')
    if (CLASSES.every((characters) => [...drawn].some((one) => characters.includes(one)))) return drawn
  }
}
