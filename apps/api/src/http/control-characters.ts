/** Whether a text holds tabs, line ends and the like (U+0000 to U+001F, U+007F): no field of one line does, and PostgreSQL cannot store NUL. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
export const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)
