/** The build reduces this file to the texts of the page's frame (see `start-texts.ts`). */
export default import.meta.glob('./*.json', { eager: true, import: 'default' })
