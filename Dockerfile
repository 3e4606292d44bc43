# Vitrine as a container: docs/several-machines.md, "In containers".
# Bases are pinned by the digests of their lists of platforms. `docker buildx imagetools inspect TAG` prints newer ones.
# node:24-bookworm-slim, Node 24.21.0
FROM node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /clone
COPY . .
RUN sh deploy/container/build.sh /opt/vitrine && mkdir /empty

# Node and what it needs: no shell, no package manager.
# gcr.io/distroless/nodejs24-debian12:nonroot
FROM gcr.io/distroless/nodejs24-debian12:nonroot@sha256:14d42e2511532589a7c7e01a753667a74fcc96266e137e8125006b87b0c32d0a
COPY --from=build /opt/vitrine /opt/vitrine
COPY --from=build --chown=65532:65532 /empty /data
WORKDIR /opt/vitrine
# Large blocks of memory go back to the system, as bin/vitrine.mjs would have it by a second start.
ENV PATH=/nodejs/bin:/usr/bin:/bin \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=4194304 \
    MALLOC_ARENA_MAX=1 \
    VITRINE_DATA=/data \
    VITRINE_HOST=0.0.0.0 \
    VITRINE_MANAGEMENT_PORT=7701
USER 65532:65532
VOLUME /data
EXPOSE 7700 7701
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=2m CMD ["node", "bin/vitrine.mjs", "health"]
ENTRYPOINT ["node", "bin/vitrine.mjs"]
CMD ["serve"]
