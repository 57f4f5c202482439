/** The build reduces this to the frame's texts, see `start-texts.ts`. */
export default import.meta.glob('./*.json', { eager: true, import: 'default' })
