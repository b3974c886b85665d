ARG NODE=node:22-bookworm-slim

# Console and server, built from their sources.
FROM ${NODE} AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY index.html vite.config.ts tsconfig.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY kit kit
COPY public public
COPY src src
RUN npm run build

# The packages that the server runs with: those of the console alone, five parts in six, are built into dist.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm uninstall --no-save --omit=dev --ignore-scripts \
  @emotion/react @emotion/styled @simplewebauthn/browser @fontsource-variable/inter @mui/icons-material @mui/material @mui/x-charts \
  @tanstack/react-query chardet dayjs \
  jsonexport papaparse qrcode.react ra-data-simple-rest ra-i18n-polyglot ra-language-chinese ra-language-english \
  react react-admin react-day-picker react-dom react-hook-form react-markdown react-router saxen

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=built /app/dist dist
COPY --from=built /app/build build
COPY contract contract
COPY server server
COPY scripts scripts
COPY kit kit
COPY docs/reference/declaration docs/reference/declaration
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.mjs"]
# Node itself is the first process, so that SIGTERM reaches it.
CMD ["node", "--enable-source-maps", "build/main.js"]
