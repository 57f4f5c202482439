/**
 * JSON schema of our GeoJSON: features without an id.
 * @source RFC 7946
 */
export const GEOJSON_SCHEMA = {
  type: 'object',
  required: ['type', 'features'],
  properties: {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'geometry', 'properties'],
        properties: {
          type: { type: 'string', enum: ['Feature'] },
          geometry: {
            type: ['object', 'null'],
            description: 'Null where nothing has a position',
            required: ['type', 'coordinates'],
            properties: {
              type: { type: 'string', enum: ['Point', 'LineString', 'MultiLineString'] },
              coordinates: {
                type: 'array',
                description:
                  'Longitude, latitude and, if known, height in metres. A line has a list of such positions. A line that crosses the 180th meridian has several lists',
                items: {},
              },
            },
          },
          properties: { type: 'object', additionalProperties: true },
        },
      },
    },
  },
}
