# Public pictures kept near people for a year, and forgotten when the server says so: MEDIA_URL is this address,
# MEDIA_PURGE_URL is /purge here, MEDIA_PURGE_TOKEN the word below. Checked: run with Varnish 7.1 and its xkey module before
# storage/v1 (platform/storage/tests/varnish.db.test.ts). Not run: TLS, more than one machine.
vcl 4.1;

import std;
import xkey;

backend server {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  if (req.method == "POST" && req.url == "/purge") {
    if (req.http.Authorization != "Bearer change-me") {
      return (synth(403));
    }
    set req.http.X-Forgot = xkey.purge(req.http.Surrogate-Key);
    return (synth(200, "Forgot " + req.http.X-Forgot));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (synth(405));
  }
  # Nothing but what everybody may see: no person's rights ever come this way.
  if (req.url !~ "^/storage/v1/(object|render/image)/public/") {
    return (synth(404));
  }
  unset req.http.Authorization;
  unset req.http.Cookie;
  unset req.http.apikey;
  # The server chooses among three; browsers word their wishes in a hundred ways.
  if (req.http.Accept ~ "image/avif") {
    set req.http.Accept = "image/avif,image/webp";
  } elsif (req.http.Accept ~ "image/webp") {
    set req.http.Accept = "image/webp";
  } else {
    set req.http.Accept = "*/*";
  }
  unset req.http.Origin;
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # What was made private must not be shown while the server is asked.
  set beresp.grace = 0s;
  set beresp.http.Access-Control-Allow-Origin = "*";
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.X-Varnish;
}
