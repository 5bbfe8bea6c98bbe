# The commands of a release, without Swift: docker build --build-arg VERSION=0.1.0 .
FROM debian:bookworm-slim
ARG VERSION
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends ca-certificates curl git \
  && rm -rf /var/lib/apt/lists/*
COPY install.sh /tmp/install.sh
RUN sh /tmp/install.sh --prefix /usr/local --version "$VERSION" && rm /tmp/install.sh
WORKDIR /work
ENTRYPOINT ["migrate"]
