/** The build cuts this to the frame's texts: `start-texts.ts`. */
export default import.meta.glob('./*.json', { eager: true, import: 'default' })
