FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY src src
COPY migrations migrations
COPY scripts scripts
RUN npm run build

FROM node:20-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json package-lock.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
