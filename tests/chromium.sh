# Headless Chromium for tests, timings and pictures, to be sourced: `browser`, "" where there is none, and browse, which
# takes more options and the address. The picture is drawn by the processor, so that it is the same everywhere.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
browse() {
    profile=$(mktemp -d)
    timeout 600 "$browser" --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --use-gl=angle --use-angle=swiftshader \
        --enable-unsafe-swiftshader --user-data-dir="$profile" "$@"
    code=$?
    rm -rf "$profile"
    return $code
}
