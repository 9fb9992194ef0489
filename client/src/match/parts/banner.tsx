// A loss or an arrival in large letters, for everybody; it lies over the sky of the board and takes no touch.
import { SideMark } from "../../kit";
import type { Banner } from "../playback/theatre";

export function BannerLine({ banner }: { banner: Banner | null }) {
  return (
    <div class="m-banner-room" aria-live="polite" role="status">
      {banner && (
        <p class={`m-banner ${banner.kind}`} data-testid="banner">
          <SideMark side={banner.seat} size={28} quiet />
          <b>{banner.title}</b>
          {banner.text && banner.kind === "loss" && <span>{banner.text}</span>}
        </p>
      )}
    </div>
  );
}
