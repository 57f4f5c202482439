const CLASSES = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!#$%&*?@']
const ALPHABET = CLASSES.join('')
const LENGTH = 12

/** One character of the alphabet without bias: values in the incomplete last round are thrown away. */
function draw(): string {
  const limit = 256 - (256 % ALPHABET.length)
  for (;;) {
    const [value = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (value < limit) return ALPHABET.charAt(value % ALPHABET.length)
  }
}

/** R-173, G-17: 12 characters with at least one upper and lower case letter, digit and sign; a draw that lacks one is thrown away. */
export function generateTemporaryPassword(): string {
  for (;;) {
    const drawn = Array.from({ length: LENGTH }, draw).join('')
    if (CLASSES.every((characters) => [...drawn].some((one) => characters.includes(one)))) return drawn
  }
}
