/** Whether a text holds line ends, NUL and the like: no line that a person types does, and PostgreSQL cannot store NUL. */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)
